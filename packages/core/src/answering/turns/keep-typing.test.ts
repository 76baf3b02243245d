import { expect, test, vi } from 'vitest'
import { keepTyping } from './keep-typing.ts'

test('the indicator is shown again before it ends, until the turn ends', () => {
  vi.useFakeTimers()
  try {
    const show = vi.fn(async () => {})
    const stop = keepTyping(show)
    expect(show).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(65_000)
    expect(show).toHaveBeenCalledTimes(4)
    stop()
    vi.advanceTimersByTime(65_000)
    expect(show).toHaveBeenCalledTimes(4)
  } finally {
    vi.useRealTimers()
  }
})
