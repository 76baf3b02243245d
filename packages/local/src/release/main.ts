import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datedChangelog, findProblems, manifestWith, pyprojectWith, readArguments } from './plan.ts'

const ROOT = join(import.meta.dirname, '../../../..')
/** The changelogs, and what they say of a version without changes. */
const CHANGELOGS = {
  'CHANGELOG.md': '',
  'packages/client/CHANGELOG.md': 'No changes.',
  'packages/cloud/CHANGELOG.md': 'No changes.',
}
const PYPROJECT = 'packages/python/pyproject.toml'
const SNAPSHOTS = 'test/infra/stored'
const RECORDED_TESTS = ['test/agents', 'test/api', 'test/deliveries', 'test/dashboard']

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const output = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).trim()
const manifests = ['package.json', ...globSync('{packages/*,infra,functions}/package.json', { cwd: ROOT })]

function release(args: readonly string[]): void {
  const { version, dryRun, skipTests } = readArguments(args)
  const today = new Date().toISOString().slice(0, 10)
  const changelogs = Object.fromEntries(
    Object.entries(CHANGELOGS).map(([path, otherwise]) => [
      path,
      datedChangelog(read(path), version, today, otherwise),
    ]),
  )
  const problems = findProblems(version, {
    branch: output('git', 'branch', '--show-current'),
    changes: output('git', 'status', '--porcelain'),
    tags: output('git', 'tag', '--list').split('\n'),
    version: JSON.parse(read('package.json')).version,
    changelogs,
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const step = (text: string, run: () => void) => {
    process.stderr.write(`${dryRun ? 'Would: ' : ''}${text}\n`)
    if (!dryRun) run()
  }
  const run = (command: string, ...rest: string[]) => execFileSync(command, rest, { cwd: ROOT, env, stdio: 'inherit' })
  // The tests record here what this version stores and sends. Later versions must read it.
  const recorded = process.env.STORED_ITEMS
  const env = { ...process.env, STORED_ITEMS: recorded ?? mkdtempSync(join(tmpdir(), 'stored-')) }
  if (!skipTests) step('check', () => run('npm', 'run', 'check'))
  if (skipTests && recorded === undefined)
    step('run the tests that record what is stored', () => run('npm', 'test', '--', ...RECORDED_TESTS))
  if (!skipTests) step('test everything', () => run('npm', 'run', 'test:all'))
  step(`write ${SNAPSHOTS}/version-${version}`, () =>
    run(process.execPath, join(SNAPSHOTS, 'write-snapshot.ts'), env.STORED_ITEMS, version),
  )
  step('check that this version reads it', () => run('npm', 'test', '--', SNAPSHOTS))
  step(`move the entries of "Unreleased" to ${version} in ${Object.keys(changelogs).join(' and ')}`, () => {
    for (const [path, text] of Object.entries(changelogs)) writeFileSync(join(ROOT, path), text)
  })
  step(`set the version of all packages to ${version}`, () => {
    const names = new Set(manifests.map((path) => String(JSON.parse(read(path)).name)))
    for (const path of manifests) writeFileSync(join(ROOT, path), manifestWith(read(path), version, names))
    writeFileSync(join(ROOT, PYPROJECT), pyprojectWith(read(PYPROJECT), version))
    run('npm', 'install', '--package-lock-only', '--ignore-scripts')
  })
  step('commit what that changed', () => {
    run('git', 'add', 'package-lock.json', PYPROJECT, SNAPSHOTS, ...Object.keys(changelogs), ...manifests)
    if (output('git', 'status', '--porcelain') !== '') run('git', 'commit', '-m', `chore: release ${version}`)
  })
  step(`tag v${version}`, () => run('git', 'tag', '-a', `v${version}`, '-m', `Version ${version}`))
  process.stderr.write(`Nothing is pushed. To publish: git push origin main v${version}\n`)
}

try {
  release(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
