import { expect, test } from 'vitest'
import { type CountedWebhook, countOutcome } from './count-outcome.ts'

const BEGUN_AT = 1_795_167_600_000
const DELIVERED = { kind: 'delivered' } as const
const RETRY = { kind: 'retry', delaySeconds: 10, cause: 'server_error' } as const
const EXHAUSTED = { kind: 'failed', cause: 'timeout', exhausted: true } as const
const REFUSED = { kind: 'failed', cause: 'client_error', exhausted: false } as const

function webhook(change: Partial<CountedWebhook>): CountedWebhook {
  return { enabled: true, ...change }
}
const after = (consecutiveFailures: number) => webhook({ consecutiveFailures })

test.each([
  ['the first failure', webhook({}), REFUSED, 'raise'],
  ['a failure whose retries are used up', after(3), EXHAUSTED, 'raise'],
  ['the 19th failure in a row', after(18), REFUSED, 'raise'],
  ['the 20th failure in a row', after(19), REFUSED, 'disable'],
  ['a failure beyond the 20th', after(25), REFUSED, 'disable'],
  ['an attempt that is made again', after(19), RETRY, 'none'],
  ['a success after failures', after(19), DELIVERED, 'reset'],
  ['a success after a success', after(0), DELIVERED, 'none'],
  ['a success of a webhook that never failed', webhook({}), DELIVERED, 'none'],
  ['a failure of a disabled webhook', webhook({ enabled: false, consecutiveFailures: 19 }), REFUSED, 'none'],
  ['a success of a disabled webhook', webhook({ enabled: false, consecutiveFailures: 20 }), DELIVERED, 'none'],
  ['a failure begun before enabling', webhook({ enabledAt: BEGUN_AT + 1 }), REFUSED, 'none'],
  ['a success begun before enabling', webhook({ enabledAt: BEGUN_AT + 1, consecutiveFailures: 4 }), DELIVERED, 'none'],
  ['a failure begun when it was enabled', webhook({ enabledAt: BEGUN_AT }), REFUSED, 'raise'],
  ['a failure begun after enabling', webhook({ enabledAt: BEGUN_AT - 1, consecutiveFailures: 19 }), REFUSED, 'disable'],
] as const)('%s', (_, counted, verdict, count) => {
  expect(countOutcome(counted, { roundStart: 0 }, verdict, BEGUN_AT)).toBe(count)
})

test('a redriven delivery that fails again has been counted, one that succeeds resets', () => {
  expect(countOutcome(after(19), { roundStart: 4 }, EXHAUSTED, BEGUN_AT)).toBe('none')
  expect(countOutcome(after(19), { roundStart: 4 }, DELIVERED, BEGUN_AT)).toBe('reset')
})
