import { expect, test, vi } from 'vitest'
import { persistently } from './lazy-part.ts'

test('code is requested again after a delay, and as soon as the browser is online', async () => {
  vi.useFakeTimers()
  const browser = new EventTarget()
  vi.stubGlobal('window', browser)
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('loaded')
  const onFailure = vi.fn(async () => false)
  const loaded = persistently(load, onFailure)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(2)
  browser.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('loaded')
  expect(onFailure).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
