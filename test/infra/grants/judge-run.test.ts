import { expect, test } from 'vitest'
import { judgeRun } from './judge-run.ts'

const moduleWith = (moduleId: string, state: string, ...skipped: readonly { fullName: string; tags?: string[] }[]) => ({
  moduleId,
  state: () => state,
  children: { allTests: () => skipped.map(({ fullName, tags }) => ({ fullName, options: { tags } })) },
})
const PASSED = moduleWith('a', 'passed')
const WITHOUT_TOOL = { fullName: 'PHP', tags: ['full', 'tool'] }

test.each([
  ['whose files have passed', [PASSED, moduleWith('b', 'passed')]],
  ['that skipped a test for want of a tool', [PASSED, moduleWith('b', 'passed', WITHOUT_TOOL)]],
  ['that skipped all tests of a file for want of a tool', [PASSED, moduleWith('b', 'skipped', WITHOUT_TOOL)]],
])('a run %s is complete', (_, modules) => {
  expect(judgeRun(['a', 'b'], modules)).toEqual({ isComplete: true, skipped: [] })
})

test('a run that skipped another test is not complete, and names it', () => {
  const skipped = [WITHOUT_TOOL, { fullName: 'the inbox > opens', tags: ['browser'] }, { fullName: 'signs in' }]
  expect(judgeRun(['a', 'b'], [PASSED, moduleWith('b', 'passed', ...skipped)])).toEqual({
    isComplete: false,
    skipped: ['the inbox > opens', 'signs in'],
  })
})

test.each([
  ['without one of the files', [PASSED]],
  ['with a failed file', [PASSED, moduleWith('b', 'failed', { fullName: 'signs in' })]],
])('a run %s is not complete, and names no test', (_, modules) => {
  expect(judgeRun(['a', 'b'], modules)).toEqual({ isComplete: false, skipped: [] })
})
