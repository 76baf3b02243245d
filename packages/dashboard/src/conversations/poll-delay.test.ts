import { expect, test } from 'vitest'
import { pollDelay } from './poll-delay.ts'

test.each([
  [undefined, 5_000],
  [{ version: 'v', quiet: 0 }, 5_000],
  [{ version: 'v', quiet: 11 }, 5_000],
  [{ version: 'v', quiet: 12 }, 10_000],
  [{ version: 'v', quiet: 24 }, 20_000],
  [{ version: 'v', quiet: 500 }, 40_000],
  [{ version: null, quiet: 0 }, 15_000],
])('after %o polls in %i ms', (polled, delay) => {
  expect(pollDelay(polled)).toBe(delay)
})
