import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { datedChangelog, findProblems, manifestWith, pyprojectWith, readArguments, sectionOf } from './plan.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const CHANGELOG = `# Changelog

## [Unreleased]

## [1.10.0] - 2026-11-23

**Upgrade:** deploy it.

### Added

- Something.

## [1.9.0] - 2026-11-22

- Earlier.
`

const ready = {
  branch: 'main',
  changes: '',
  tags: ['v1.9.0'],
  version: '1.9.0',
  changelogs: { 'CHANGELOG.md': CHANGELOG, 'other.md': CHANGELOG },
}

test('reads the arguments', () => {
  expect(readArguments(['1.2.0', '--dry-run'])).toEqual({ version: '1.2.0', dryRun: true, skipTests: false })
  expect(readArguments(['--skip-tests', '1.2.0'])).toEqual({ version: '1.2.0', dryRun: false, skipTests: true })
  for (const args of [[], ['v1.2.0'], ['1.2'], ['1.2.0', '1.3.0']]) expect(() => readArguments(args)).toThrow('Usage')
  expect(() => readArguments(['1.2.0', '--push'])).toThrow('--push')
})

test('releases a version with a changelog, also the one that the packages already have', () => {
  expect(findProblems('1.10.0', ready)).toEqual([])
  expect(findProblems('1.9.0', { ...ready, tags: [''] })).toEqual([expect.stringContaining('how to upgrade')])
})

test.each([
  ['1.10.0', { branch: 't' }, 'Release from main'],
  ['1.10.0', { changes: ' M README.md' }, 'README.md'],
  ['1.10.0', { tags: ['v1.10.0'] }, 'exists'],
  ['1.10.0', { version: '1.11.0' }, '1.11.0'],
  ['1.10.0', { version: '2.0.0' }, '2.0.0'],
  [
    '1.10.0',
    { changelogs: { ...ready.changelogs, 'other.md': '# Changelog\n\n## [1.10.0] - soon\n\n- x' } },
    'other.md',
  ],
])('does not release %s with %j', (version, change, problem) => {
  expect(findProblems(version, { ...ready, ...change })).toEqual([expect.stringContaining(problem)])
})

test('returns the entries of one version', () => {
  expect(sectionOf(CHANGELOG, '1.10.0')).toBe('**Upgrade:** deploy it.\n\n### Added\n\n- Something.')
  expect(sectionOf(CHANGELOG, '1.9.0')).toBe('- Earlier.')
  expect(sectionOf(CHANGELOG, '1.1.0')).toBe('')
})

test('moves what is unreleased to the version, after what the version already has', () => {
  const changelog = `# Changelog

## [Unreleased]

**Upgrade:** deploy
the API twice.

### Added

- New.

- Newer,
  with a line.

### Fixed

- Mended.

## [1.0.0] - 2026-11-23

**Upgrade:** this is the first release.

### Added

- Old.

## [0.9.0] - 2026-11-22

- Earlier.
`
  const dated = `# Changelog

## [Unreleased]

## [1.0.0] - 2026-11-25

**Upgrade:** this is the first release.
deploy
the API twice.

### Added

- Old.
- New.
- Newer,
  with a line.

### Fixed

- Mended.

## [0.9.0] - 2026-11-22

- Earlier.
`
  expect(datedChangelog(changelog, '1.0.0', '2026-11-25')).toBe(dated)
  expect(datedChangelog(dated, '1.0.0', '2026-11-26')).toBe(dated)
  expect(sectionOf(datedChangelog(changelog, '1.1.0', '2026-11-25'), '1.1.0')).toMatch(
    /^\*\*Upgrade:\*\* deploy\nthe API/,
  )
  expect(sectionOf(datedChangelog(changelog, '1.1.0', '2026-11-25'), '1.0.0')).toBe(
    '**Upgrade:** this is the first release.\n\n### Added\n\n- Old.',
  )
})

test('says of a package without changes that it has none', () => {
  const dated = datedChangelog(CHANGELOG, '1.11.0', '2026-11-26', 'No changes.')
  expect(sectionOf(dated, '1.11.0')).toBe('No changes.')
  expect(sectionOf(dated, '1.10.0')).toBe(sectionOf(CHANGELOG, '1.10.0'))
  expect(datedChangelog(dated, '1.11.0', '2026-11-26', 'No changes.')).toBe(dated)
})

test('sets the version of a package and of the packages of this repository that it needs', () => {
  const text = { name: 'a', version: '1.0.0', dependencies: { b: '1.0.0', c: '1.0.0' } }
  const changed = { name: 'a', version: '2.0.0', dependencies: { b: '2.0.0', c: '1.0.0' } }
  expect(JSON.parse(manifestWith(JSON.stringify(text), '2.0.0', new Set(['a', 'b'])))).toEqual(changed)
  const python = '[build-system]\nrequires = []\n[project]\nname = "a"\nversion = "1.0.0"\n'
  expect(pyprojectWith(python, '2.0.0')).toBe(python.replace('1.0.0', '2.0.0'))
})

test('a release changes nothing else in the manifests of this repository', () => {
  const manifests = globSync('{.,packages/*,infra,functions}/package.json', { cwd: ROOT })
  expect(manifests.length).toBeGreaterThan(5)
  for (const path of manifests) {
    const text = readFileSync(`${ROOT}${path}`, 'utf8')
    const { name, version } = JSON.parse(text)
    expect(manifestWith(text, version, new Set([name]))).toBe(text)
  }
})

test('the changelogs describe the version of the packages', () => {
  const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')
  const { version } = JSON.parse(read('package.json'))
  const changelogs = Object.fromEntries(
    ['CHANGELOG.md', 'packages/client/CHANGELOG.md'].map((path) => [
      path,
      datedChangelog(read(path), version, '2026-11-25'),
    ]),
  )
  expect(findProblems(version, { ...ready, tags: [], version, changelogs })).toEqual([])
})

test('workflows use actions of others by their commit', () => {
  const texts = globSync('.github/workflows/*.yml', { cwd: ROOT }).map((path) => readFileSync(`${ROOT}${path}`, 'utf8'))
  const actions = texts.flatMap((text) => [...text.matchAll(/uses: (?!\.\/)(.*)/g)].map(([, action]) => action))
  expect(actions.length).toBeGreaterThan(5)
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
})
