import { expect, test, vi } from 'vitest'
import { retryConflict } from './retry-conflict.ts'

test('an attempt that met another write is made again, until one returns something', async () => {
  const attempt = vi.fn(async () => (attempt.mock.calls.length < 3 ? undefined : false))
  expect(await retryConflict(3, 'conflict', attempt)).toBe(false)
  expect(attempt).toHaveBeenCalledTimes(3)
})

test('after the last attempt it is a conflict', async () => {
  const attempt = vi.fn(async () => undefined)
  await expect(retryConflict(3, 'try again', attempt)).rejects.toMatchObject({ code: 'conflict', message: 'try again' })
  expect(attempt).toHaveBeenCalledTimes(3)
})

test('an error ends it', async () => {
  const attempt = vi.fn(async () => Promise.reject(new Error('gone')))
  await expect(retryConflict(3, 'try again', attempt)).rejects.toThrow('gone')
  expect(attempt).toHaveBeenCalledOnce()
})
