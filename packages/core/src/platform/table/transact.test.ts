import { expect, test } from 'vitest'
import { refusals, transact } from './transact.ts'

const written = { canceled: false, data: [] }
function cancelled(...codes: readonly string[]) {
  return { canceled: true, data: codes.map((code) => ({ rejected: code !== 'None', code })) }
}

/** Returns a function that returns the given results in order. */
function runs(...results: readonly (typeof written | ReturnType<typeof cancelled>)[]) {
  const remaining = [...results]
  return async () => remaining.shift() ?? written
}

test('returns no refusals for a written transaction', async () => {
  expect(await refusals(runs(written))).toEqual([])
  expect(await transact(runs(written))).toBe(true)
})

test('returns the indexes of the failed conditions', async () => {
  const refused = cancelled('None', 'ConditionalCheckFailed', 'TransactionConflict', 'ConditionalCheckFailed')
  expect(await refusals(runs(refused))).toEqual([1, 3])
  expect(await transact(runs(refused))).toBe(false)
})

test('throws other reasons of a cancellation', async () => {
  await expect(transact(runs(cancelled('TransactionConflict', 'None')))).rejects.toThrow('TransactionConflict, None')
})
