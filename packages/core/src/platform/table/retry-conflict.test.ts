import { expect, test, vi } from 'vitest'
import { retryConflict } from './retry-conflict.ts'

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
