import { expect, test } from 'vitest'
import { problemOf } from './assert-proved.ts'

const proof = (
  state: 'queued' | 'running' | 'done' | 'failed',
  passed: boolean | undefined,
  version = 2,
  draft = true,
) => ({ state, passed, version, draft })

test.each([
  ['passed', [proof('done', true)], undefined],
  ['none', [], 'was not proved'],
  ['of an earlier draft', [proof('done', true, 1)], 'was not proved'],
  ['of the published agent', [proof('done', true, 2, false)], 'was not proved'],
  ['the last one failed', [proof('done', false), proof('done', true)], 'did not pass'],
  ['an earlier one failed', [proof('done', true), proof('done', false)], undefined],
  ['stopped', [proof('failed', false)], 'did not pass'],
  ['running', [proof('running', undefined), proof('done', true)], 'still running'],
  ['queued', [proof('queued', undefined)], 'still running'],
  ['nothing played', [proof('done', undefined)], 'played no conversation'],
  ['an exam of the published agent is later', [proof('done', false, 1, false), proof('done', true)], undefined],
] as const)('%s', (_, proofs, problem) => {
  const found = problemOf(proofs, 2)
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(problem)
})
