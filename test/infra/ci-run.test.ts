import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Returns the results of a run in which one test of each file failed. */
const failedIn = (...names: readonly string[]) =>
  JSON.stringify({
    numPassedTests: 6,
    numFailedTests: names.length,
    testResults: names.map((name) => ({ name, status: 'failed' })),
  })

const TOOLS = ['bash', 'dirname', 'mktemp', 'sed', 'sleep']
const SEEN = /^CHROMIUM_PATH=(.*)$/m
let directory: string

/** Writes an executable file of the shell. */
async function program(path: string, text: string): Promise<void> {
  await writeFile(join(directory, path), `#!/bin/sh\n${text}\n`)
  await chmod(join(directory, path), 0o755)
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ci-run-'))
  const root = join(import.meta.dirname, '../..')
  for (const folder of ['.ci', 'bin', 'packages/local', 'test/dashboard/browser'])
    await mkdir(join(directory, folder), { recursive: true })
  await cp(join(root, '.ci/run'), join(directory, '.ci/run'))
  await writeFile(join(directory, 'packages/local/bootstrap.mjs'), '')
  await writeFile(
    join(directory, 'test/dashboard/browser/find-chromium.ts'),
    `const USUAL_PATHS = [\n  '/missing/chromium',\n  '${join(directory, 'usual')}',\n]\n`,
  )
  for (const name of TOOLS) {
    const path = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
    await symlink(path, join(directory, 'bin', name))
  }
  await symlink(process.execPath, join(directory, 'bin/node'))
  await program(
    'bin/npm',
    [
      'echo "CHROMIUM_PATH=${CHROMIUM_PATH-unset}"',
      'for argument in "$@"; do case $argument in --outputFile.json=*)',
      '  echo \'{"numPassedTests":7,"numFailedTests":0}\' > "${argument#*=}";;',
      'esac; done',
    ].join('\n'),
  )
  await program('bin/openssl', '')
  await program('bin/apt-get', 'echo "apt-get $*"; exit 100')
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** Runs the script with stubs of what it calls. Returns its exit code, what it prints, and the last line of that. */
function run(env: Record<string, string> = {}) {
  const options = { env: { PATH: join(directory, 'bin'), ...env }, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync(join(directory, 'bin/bash'), [join(directory, '.ci/run')], options)
  return { status, stdout, last: stdout.trim().split('\n').at(-1) }
}

test('nothing is tested without Java if it cannot be installed, and the last line says so', () => {
  const { status, stdout, last } = run()
  expect({ status, last }).toEqual({ status: 1, last: '0 passed, 1 failed' })
  expect(stdout).toContain('apt-get update')
  expect(stdout).not.toMatch(SEEN)
})

test('tests run without a browser if it cannot be installed', async () => {
  await program('bin/java', '')
  const { status, stdout, last } = run({ CHROMIUM_PATH: '/missing/chromium' })
  expect({ status, last }).toEqual({ status: 0, last: '7 passed, 0 failed' })
  expect(stdout).toContain('apt-get update')
  expect(SEEN.exec(stdout)?.[1]).toBe('unset')
})

test('nothing is installed if there is a browser at a usual path or at CHROMIUM_PATH', async () => {
  await program('bin/java', '')
  const elsewhere = run({ CHROMIUM_PATH: process.execPath })
  expect(SEEN.exec(elsewhere.stdout)?.[1]).toBe(process.execPath)
  await program('usual', '')
  for (const { stdout, last } of [elsewhere, run()]) {
    expect(stdout).not.toContain('apt-get')
    expect(last).toBe('7 passed, 0 failed')
  }
})

const letters = [...'abcdefg'].map((letter) => `${letter}.test.ts`)

test.each([
  { files: letters.slice(0, 1), again: 0, status: 0, last: '7 passed, 0 failed', unstable: letters.slice(0, 1) },
  { files: letters.slice(0, 1), again: 1, status: 1, last: '6 passed, 1 failed', unstable: [] },
  { files: letters.slice(0, 6), again: 0, status: 0, last: '12 passed, 0 failed', unstable: letters.slice(0, 6) },
  { files: letters, again: 0, status: 1, last: '6 passed, 7 failed', unstable: [] },
])(
  'a few files that failed run again: $files.length, with the exit code $again',
  async ({ files, again, ...expected }) => {
    await program('bin/java', '')
    await program('usual', '')
    await program(
      'bin/npm',
      [
        'for argument in "$@"; do case $argument in --outputFile.json=*) results=${argument#*=};; esac; done',
        '[ "$2" = check ] && exit 0',
        `for argument in "$@"; do [ "$argument" = a.test.ts ] && exit ${again}; done`,
        `echo '${failedIn(...files)}' > "$results"`,
        'exit 1',
      ].join('\n'),
    )
    const { status, stdout, last } = run()
    const unstable = [...stdout.matchAll(/^Unstable: (\S+) failed, and passed when it ran again\.$/gm)].map(
      ([, name]) => name,
    )
    expect({ status, last, unstable }).toEqual(expected)
  },
)
