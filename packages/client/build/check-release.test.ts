import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRelease } from './check-release.ts'

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n### Added\n'
const WORKFLOWS = join(import.meta.dirname, '../../../.github/workflows')

test('accepts the tag of a version that the changelog describes', () => {
  expect(() => checkRelease('client-v1.2.0', '1.2.0', CHANGELOG)).not.toThrow()
})

test.each([
  ['client-v1.2.1', '1.2.0', 'package.json'],
  ['v1.2.0', '1.2.0', 'package.json'],
  ['client-v1.2.1', '1.2.1', 'CHANGELOG.md'],
])('refuses the tag %s of version %s', (tag, version, file) => {
  expect(() => checkRelease(tag, version, CHANGELOG)).toThrow(file)
})

test('workflows use actions by their commit', async () => {
  const files = await readdir(WORKFLOWS)
  const texts = await Promise.all(files.map((file) => readFile(join(WORKFLOWS, file), 'utf8')))
  const actions = texts.flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action))
  expect(actions.length).toBeGreaterThan(5)
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
})
