import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

test('waits twice as long after each failure, up to a minute', () => {
  expect([0, 1, 2, 3, 6, 1000].map(retryDelayMs)).toEqual([2000, 2000, 4000, 8000, 60_000, 60_000])
})
