// @module-tag full
import { expect, test, vi } from 'vitest'
import { runPairs, runSequences } from '../support/identities/run.ts'

vi.stubEnv('ERASURE_PAUSE_SECONDS', '0')

test('no sequence of three events splits a customer, joins two of them, or stores a message twice', async () => {
  const { count, failures } = await runSequences(3)
  expect(count).toBeGreaterThan(300)
  expect(failures).toEqual([])
})

test('no two events of the same moment do', async () => {
  const { failures } = await runPairs(0, [1])
  expect(failures).toEqual([])
})
