import { expect, test } from 'vitest'
import { refusals, transact } from './transact.ts'

const written = { canceled: false, data: [] }
function cancelled(...codes: readonly string[]) {
  return { canceled: true, data: codes.map((code) => ({ rejected: code !== 'None', code })) }
}

/** Runs that end one after the other as told. */
function runs(...results: readonly (typeof written | ReturnType<typeof cancelled>)[]) {
  const left = [...results]
  return async () => left.shift() ?? written
}

test('a transaction that was written was refused nowhere', async () => {
  expect(await refusals(runs(written))).toEqual([])
  expect(await transact(runs(written))).toBe(true)
})

test('a condition that refuses it says which, and is not tried again', async () => {
  const refused = cancelled('None', 'ConditionalCheckFailed', 'TransactionConflict', 'ConditionalCheckFailed')
  expect(await refusals(runs(refused))).toEqual([1, 3])
  expect(await transact(runs(refused))).toBe(false)
})

test('one that was cancelled for another reason throws it', async () => {
  await expect(transact(runs(cancelled('TransactionConflict', 'None')))).rejects.toThrow('TransactionConflict, None')
})
