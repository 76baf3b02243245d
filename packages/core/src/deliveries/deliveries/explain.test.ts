import { CAUSES } from '@messaging/contract/causes.ts'
import { expect, test } from 'vitest'
import { explainAttempt, explainDelivery } from './explain.ts'

test.each(CAUSES)('explains a failure by %s with a text of its own', (cause) => {
  const text = explainAttempt({ cause, durationMs: 5 })
  expect(text).toMatch(/^[A-Z].*\.$/)
  expect(CAUSES.filter((other) => explainAttempt({ cause: other, durationMs: 5 }) === text)).toEqual([cause])
})

test('explains a successful attempt', () => {
  expect(explainAttempt({ status: 204, durationMs: 12 })).toBe('The endpoint accepted it with status 204 in 12 ms.')
})

test.each([{ status: 200 }, { status: 500, cause: 'server_error' }] as const)(
  'mentions a response body that did not end in time: %o',
  (attempt) => {
    const onTime = explainAttempt({ ...attempt, durationMs: 10_000 })
    expect(explainAttempt({ ...attempt, durationMs: 10_000, bodyLate: true })).toBe(
      `${onTime} Its response body was incomplete after 10 seconds, which delays other deliveries: end the response sooner.`,
    )
  },
)

test.each([
  [{ status: 'pending', attemptCount: 0 }, 'Not attempted yet.'],
  [{ status: 'pending', attemptCount: 2, nextAttemptAt: 1 }, 'Failed after 2 attempts; it will be retried.'],
  [{ status: 'delivered', attemptCount: 1 }, 'Delivered after 1 attempt.'],
  [
    { status: 'failed', attemptCount: 4, exhausted: true, cause: 'timeout' },
    'Retries exhausted after 4 attempts. The endpoint did not respond within 10 seconds.',
  ],
  [
    { status: 'failed', attemptCount: 1, exhausted: false, cause: 'gone' },
    'The endpoint responded that it no longer exists (410).',
  ],
] as const)('explains the state of a delivery: %o', (delivery, text) => {
  expect(explainDelivery(delivery)).toBe(text)
})
