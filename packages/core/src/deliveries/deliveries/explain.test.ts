import { CAUSES } from '@messaging/contract/causes.ts'
import { expect, test } from 'vitest'
import { explainAttempt, explainDelivery } from './explain.ts'

test.each(CAUSES)('an attempt that failed by %s is explained in words of its own', (cause) => {
  const words = explainAttempt({ cause, durationMs: 5 })
  expect(words).toMatch(/^[A-Z].*\.$/)
  expect(CAUSES.filter((other) => explainAttempt({ cause: other, durationMs: 5 }) === words)).toEqual([cause])
})

test('an attempt that succeeded says how', () => {
  expect(explainAttempt({ status: 204, durationMs: 12 })).toBe('The endpoint took it with status 204, in 12 ms.')
})

test.each([{ status: 200 }, { status: 500, cause: 'server_error' }] as const)(
  'an attempt whose response body did not end in time says so: %o',
  (attempt) => {
    const onTime = explainAttempt({ ...attempt, durationMs: 10_000 })
    expect(explainAttempt({ ...attempt, durationMs: 10_000, bodyLate: true })).toBe(
      `${onTime} It was still sending its response body when the 10 seconds were over, which delays other deliveries: end the response at once.`,
    )
  },
)

test.each([
  [{ status: 'pending', attemptCount: 0 }, 'On its way.'],
  [{ status: 'pending', attemptCount: 2, nextAttemptAt: 1 }, 'Failed after 2 attempts; it is tried again.'],
  [{ status: 'delivered', attemptCount: 1 }, 'Delivered after 1 attempt.'],
  [
    { status: 'failed', attemptCount: 4, exhausted: true, cause: 'timeout' },
    'Given up after 4 attempts. The endpoint did not answer within 10 seconds.',
  ],
  [
    { status: 'failed', attemptCount: 1, exhausted: false, cause: 'gone' },
    'The endpoint says that it is gone for good (410).',
  ],
] as const)('a delivery says how it stands: %o', (delivery, words) => {
  expect(explainDelivery(delivery)).toBe(words)
})
