import { expect, test } from 'vitest'
import { afterStep, lostTotal, newReconciliation } from './reconciliation.ts'

test('adds the steps of a reconciliation up, and continues with the cursor of the latest', () => {
  const first = afterStep(newReconciliation(true), {
    cursor: 'next',
    scanned: 10,
    readUnits: 1.5,
    overdue: { turns: 1, deliveries: 2 },
  })
  expect(first).toMatchObject({ isDone: false, isDryRun: true, cursor: 'next', scanned: 10 })
  const last = afterStep(first, { cursor: null, scanned: 5, readUnits: 0.5, overdue: { turns: 3 } })
  expect(last).toEqual({
    isDone: true,
    isDryRun: true,
    cursor: undefined,
    scanned: 15,
    readUnits: 2,
    overdue: { turns: 4, deliveries: 2 },
  })
  expect(lostTotal(last)).toBe(6)
})
