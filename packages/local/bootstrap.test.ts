import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.mjs', import.meta.url))

/** Ends with code 7 at a signal, or when the bootstrap has ended, and prints which. */
const PROGRAM = `
  const ends = (name) => process.once(name, () => process.stdout.write(name, () => process.exit(7)))
  ends('SIGTERM')
  ends('disconnect')
  setInterval(() => {}, 1000)
  process.stdout.write('running')
`

/** Runs Node and waits until the program runs. `rest` is what it prints until it has ended, which closes its output. */
async function startNode(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const starter = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  await once(starter.stdout, 'data')
  let text = ''
  starter.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const rest = once(starter.stdout, 'close').then(() => text)
  return { starter, rest }
}

test('a signal reaches the program, and its exit code is returned', async () => {
  const { starter, rest } = await startNode([BOOTSTRAP, 'node', '-e', PROGRAM])
  starter.kill('SIGTERM')
  expect(await once(starter, 'exit')).toEqual([7, null])
  expect(await rest).toBe('SIGTERM')
})

test('a program ends when the bootstrap is killed', async () => {
  const { starter, rest } = await startNode([BOOTSTRAP, 'node', '-e', PROGRAM])
  starter.kill('SIGKILL')
  expect(await rest).toBe('disconnect')
})

test.each([
  ['the process that started the bootstrap', '', 'exec "$0" "$@"'],
  ['npm, which started it through a shell,', 'start', '"$0" "$@"; true'],
])('a program ends when %s is killed', async (_, npm_lifecycle_event, line) => {
  const STARTER = `
    const { spawn } = require('node:child_process')
    const [line, ...args] = process.argv.slice(1)
    spawn('sh', ['-c', line, process.execPath, ...args], { stdio: 'inherit' })
  `
  const args = ['-e', STARTER, line, BOOTSTRAP, 'node', '-e', PROGRAM]
  const { starter, rest } = await startNode(args, { npm_lifecycle_event })
  starter.kill('SIGKILL')
  expect(await rest).toBe('SIGTERM')
})

test.each([
  [{}, '127.0.0.1,localhost'],
  [{ no_proxy: 'internal.example' }, 'internal.example,127.0.0.1,localhost'],
  [{ NO_PROXY: 'internal.example' }, 'internal.example,127.0.0.1,localhost'],
  [{ NO_PROXY: '*' }, '*'],
])('a proxy is not used for local addresses, with the environment %o', (env, expected) => {
  const { NO_PROXY: _, no_proxy: __, ...others } = process.env
  const args = [BOOTSTRAP, 'node', '-p', 'process.env.NO_PROXY + " " + process.env.no_proxy']
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...others, ...env } })
  expect(stdout).toBe(`${expected} ${expected}\n`)
})

test('a comment that zsh passes on is no argument', () => {
  const args = [BOOTSTRAP, 'node', '-p', 'process.argv.slice(1)', 'one', '#', 'the', 'first']
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout).toBe("[ 'one' ]\n")
})

/** Installs the only package of the lockfile when the file `go` exists, and records that it was called. */
const NPM = `#!/bin/sh
echo "npm $1" >> calls
until [ -e go ]; do sleep 0.1; done
mkdir -p node_modules/one
echo '{}' > node_modules/one/package.json
cp package-lock.json node_modules/.package-lock.json
`

test.each(['starts', 'starts after one that was killed'])(
  'one of two commands installs if the first %s',
  async (how) => {
    const root = await mkdtemp(join(tmpdir(), 'bootstrap-'))
    try {
      const bootstrap = join(root, 'packages/local/bootstrap.mjs')
      const lock = join(root, '.build/installing')
      await mkdir(join(root, 'bin'))
      await mkdir(join(root, '.build'))
      await cp(BOOTSTRAP, bootstrap)
      await writeFile(join(root, 'bin/npm'), NPM, { mode: 0o755 })
      await writeFile(join(root, 'package-lock.json'), '{"packages":{"node_modules/one":{"version":"1.0.0"}}}')
      if (how !== 'starts') await symlink(String(spawnSync('true').pid), lock)

      const env = { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` }
      const commands = [1, 2].map((name) =>
        spawn(process.execPath, [bootstrap, 'node', '-p', `'ran ${name}'`], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
      )
      const outputs = Promise.all(commands.map(({ stdout }) => text(stdout)))
      const waiting = commands.map(async ({ stderr }) => {
        for await (const chunk of stderr) if (String(chunk).includes('Waiting for process')) return String(chunk)
        throw new Error('it did not wait')
      })
      expect(await Promise.any(waiting)).toContain(`process ${await readlink(lock)}, which installs`)
      await writeFile(join(root, 'go'), '')
      expect(await outputs).toEqual(['ran 1\n', 'ran 2\n'])
      expect(await readFile(join(root, 'calls'), 'utf8')).toBe('npm ci\n')
      await expect(readlink(lock)).rejects.toThrow('ENOENT')
    } finally {
      await rm(root, { recursive: true })
    }
  },
)

test('where no Node is locked, an old Node is named before anything is installed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'bootstrap-'))
  try {
    const bootstrap = join(root, 'packages/local/bootstrap.mjs')
    await mkdir(join(root, 'bin'))
    await cp(BOOTSTRAP, bootstrap)
    await writeFile(join(root, 'bin/npm'), NPM, { mode: 0o755 })
    await writeFile(join(root, 'bin/node'), '#!/bin/sh\necho v22.0.0', { mode: 0o755 })
    await writeFile(join(root, 'package-lock.json'), '{"packages":{"node_modules/one":{"version":"1.0.0"}}}')
    await writeFile(join(root, 'go'), '')
    const darwin = 'data:text/javascript,Object.defineProperty(process, "platform", { value: "darwin" })'
    const { status, stderr } = spawnSync(process.execPath, ['--import', darwin, bootstrap, 'node', '-p', '1'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` },
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('Node 24 or newer is required')])
    await expect(readFile(join(root, 'calls'))).rejects.toThrow('ENOENT')
  } finally {
    await rm(root, { recursive: true })
  }
})

test.each([
  ['the project', '<root>/node_modules/one', '<root>/ cannot be written. Make it writable, or clone'],
  [
    'the cache of npm',
    '/home/alex/.npm/_cacache',
    '/home/alex/.npm/_cacache cannot be written. Make it writable, or set npm',
  ],
])('a folder of %s that cannot be written is named', async (_, path, expected) => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'bootstrap-')))
  const inRoot = (text: string) => text.replace('<root>', root)
  try {
    const bootstrap = join(root, 'packages/local/bootstrap.mjs')
    await mkdir(join(root, 'bin'))
    await cp(BOOTSTRAP, bootstrap)
    const lines = ['npm error code EACCES', 'npm error syscall mkdir', `npm error path ${inRoot(path)}`]
    const npm = `#!/bin/sh\nprintf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} >&2\nexit 1\n`
    await writeFile(join(root, 'bin/npm'), npm, { mode: 0o755 })
    await writeFile(join(root, 'package-lock.json'), '{"packages":{"node_modules/one":{"version":"1.0.0"}}}')
    const { status, stderr } = spawnSync(process.execPath, [bootstrap, 'node', '-p', '1'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` },
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining(inRoot(expected))])
  } finally {
    await rm(root, { recursive: true })
  }
})
