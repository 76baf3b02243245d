import { expect, test, vi } from 'vitest'
import { refusedIn, retryConflict } from './transact.ts'

function cancelled(...codes: readonly string[]) {
  return { canceled: true, data: codes.map((code) => ({ rejected: code !== 'None', code })) }
}

test('a written transaction has no refused operations', () => {
  expect(refusedIn({ canceled: false, data: [] })).toEqual([])
})

test('returns the indexes of the failed conditions', () => {
  const refused = cancelled('None', 'ConditionalCheckFailed', 'TransactionConflict', 'ConditionalCheckFailed')
  expect(refusedIn(refused)).toEqual([1, 3])
})

test('throws other reasons of a cancellation', () => {
  expect(() => refusedIn(cancelled('TransactionConflict', 'None'))).toThrow('TransactionConflict, None')
})

test('repeats an attempt until it returns a result', async () => {
  const attempt = vi.fn(async () => (attempt.mock.calls.length < 3 ? undefined : false))
  expect(await retryConflict(3, 'conflict', attempt)).toBe(false)
  expect(attempt).toHaveBeenCalledTimes(3)
})

test('throws a conflict after the last attempt', async () => {
  const attempt = vi.fn(async () => undefined)
  await expect(retryConflict(3, 'try again', attempt)).rejects.toMatchObject({ code: 'conflict', message: 'try again' })
  expect(attempt).toHaveBeenCalledTimes(3)
})

test('does not retry after an error', async () => {
  const attempt = vi.fn(async () => Promise.reject(new Error('failed')))
  await expect(retryConflict(3, 'try again', attempt)).rejects.toThrow('failed')
  expect(attempt).toHaveBeenCalledOnce()
})
