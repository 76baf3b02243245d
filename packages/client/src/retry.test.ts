import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs, isRepeatable, retryAfterSeconds } from './retry.ts'

test('backs off exponentially with jitter, up to 8 seconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (retry, random) => {
      const ceiling = Math.min(500 * 2 ** (retry - 1), 8_000)
      const delay = backoffMs(retry, random)
      expect(delay).toBeGreaterThanOrEqual(ceiling / 2)
      expect(delay).toBeLessThanOrEqual(ceiling)
    }),
  )
})

test.each([
  ['5', 5],
  [' 5 ', 5],
  ['Thu, 01 Jan 2026 00:00:02 GMT', 1],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('Retry-After %o is %o seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.UTC(2026, 0, 1, 0, 0, 1, 500))).toBe(seconds)
})

test.each([
  ['GET', '/items/', null, true],
  ['PUT', '/items/', null, true],
  ['DELETE', '/items/', null, true],
  ['PATCH', '/items/', 'k', false],
  ['POST', '/items/', 'k', true],
  ['POST', '/items/', null, false],
  ['POST', '/items/i/proxy/1/messages/', 'k', false],
  ['GET', '/items/i/proxy/1/messages/', null, true],
] as const)('%s %s with key %o is repeatable: %o', (method, target, key, repeatable) => {
  expect(isRepeatable(method, target, key)).toBe(repeatable)
})
