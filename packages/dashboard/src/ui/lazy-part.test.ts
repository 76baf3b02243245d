import { expect, test, vi } from 'vitest'
import { otherRelease, persistently } from './lazy-part.ts'

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

const page = (script: string) => `<script>boot()</script><script type="module" crossorigin src="${script}"></script>`

test('finds the main script of another release', () => {
  expect(otherRelease(page('/assets/index-2.js'), '/assets/index-1.js')).toBe('/assets/index-2.js')
})

test.each([page('/assets/index-1.js'), '', '<h1>502 Bad Gateway</h1>'])('finds none in %s', (text) => {
  expect(otherRelease(text, '/assets/index-1.js')).toBeUndefined()
})
