import { afterAll, beforeEach, expect, test, vi } from 'vitest'

vi.stubEnv('LOG_LEVEL', 'info')
const { withFacts } = await import('../../platform/log/log.ts')
const { logAttempt } = await import('./log-attempt.ts')
const { newDelivery } = await import('../new-delivery.ts')

const AT = 1_795_167_600_000
const payload = '{"conversationId":"c1","message":{"id":"m1"}}'
const created = newDelivery({
  deliveryDays: 30,
  id: 'd1',
  organizationId: 'o1',
  webhookId: 'w1',
  event: 'message.received',
  payload,
  at: AT,
})
const delivery = { ...created.delivery, shard: '0' }
const answer = { outcome: { status: 200 }, durationMs: 12, headers: {}, body: '', bodyCut: false, bodyLate: false }
const first = { delivery, payload, number: 1, answer, verdict: { kind: 'delivered' }, endedAt: AT + 40 } as const
const late = { ...answer, bodyLate: true }

const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
beforeEach(() => {
  written.mockClear()
})
afterAll(() => {
  written.mockRestore()
  vi.unstubAllEnvs()
})

function lineOf(attempt: Parameters<typeof logAttempt>[0]) {
  withFacts({ requestId: 'r1', deliveryId: 'd1' }, () => logAttempt(attempt))
  const { timestamp, stage, _aws, ...line } = JSON.parse(String(written.mock.lastCall?.[0]))
  return line
}

const brief = { event: 'delivery.attempted', requestId: 'r1', deliveryId: 'd1', verdict: 'delivered' }
const times = { AttemptDuration: 12, TimeToDelivered: 40 }

test.each([
  ['the first attempt', first, { ...brief, ...times }],
  ['a later attempt', { ...first, number: 2 }, { ...brief, attempt: 2, ...times }],
  ['a late body', { ...first, answer: late }, { ...brief, bodyLate: true, ...times }],
])('a success has a brief line: %s', (_, attempt, line) => {
  expect(lineOf(attempt)).toEqual(line)
})

const failed = { kind: 'failed', cause: 'server_error', exhausted: true } as const
const whole = {
  ...{ event: 'delivery.attempted', requestId: 'r1', deliveryId: 'd1', conversationId: 'c1', messageId: 'm1' },
  ...{ serviceEvent: 'message.received', attempt: 1, AttemptDuration: 12, DeliveryFailures: 1 },
}

test.each([
  [
    'that is retried',
    { answer: { ...answer, outcome: { error: 'timeout' } }, verdict: { ...failed, kind: 'retry', delaySeconds: 1 } },
    { verdict: 'retry', cause: 'server_error' },
  ],
  [
    'that is not retried',
    { answer: { ...late, outcome: { status: 410 } }, verdict: { ...failed, exhausted: false } },
    { verdict: 'failed', cause: 'server_error', status: 410, bodyLate: true },
  ],
  [
    'after which retries are exhausted',
    { answer: { ...answer, outcome: { status: 500 } }, verdict: failed },
    { verdict: 'failed', cause: 'server_error', status: 500, DeliveriesExhausted: 1 },
  ],
] as const)('a failure %s has the ids of its message', (_, failure, line) => {
  expect(lineOf({ ...first, ...failure })).toEqual({ ...whole, ...line })
})
