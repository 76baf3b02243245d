import { expect, test } from 'vitest'
import { newDelivery } from '../new-delivery.ts'
import { attemptRecord } from './attempt-record.ts'

const AT = 1_795_167_600_000
const answer = {
  outcome: { status: 200 },
  durationMs: 12,
  headers: { A: 'b' },
  body: '',
  bodyCut: false,
  bodyLate: false,
}
const created = {
  organizationId: 'o1',
  webhookId: 'w1',
  event: 'message.received',
  payload: '{}',
  deliveryDays: 30,
} as const
const delivery = { ...newDelivery({ id: 'd1', at: AT, ...created }).delivery, shard: '0' }
const delivered = { kind: 'delivered' } as const
const retry = { kind: 'retry', delaySeconds: 10, cause: 'timeout' } as const
const failed = { kind: 'failed', cause: 'gone', exhausted: false } as const

test.each([
  ['a success', answer, delivered, { status: 200 }],
  ['a failure', { ...answer, outcome: { status: 410 } }, failed, { status: 410, cause: 'gone' }],
  ['no response', { ...answer, outcome: { error: 'timeout' } }, retry, { cause: 'timeout' }],
  ['a body', { ...answer, body: 'ok' }, delivered, { status: 200, body: 'ok' }],
  ['a cut body', { ...answer, body: 'o', bodyCut: true }, delivered, { status: 200, body: 'o', bodyCut: true }],
  ['a late body', { ...answer, bodyLate: true }, delivered, { status: 200, bodyLate: true }],
] as const)('the record of an attempt has only what there was: %s', (_, answered, verdict, stored) => {
  const attempt = { at: AT, durationMs: 12, ...stored }
  expect(attemptRecord(delivery, { answer: answered, at: AT }, verdict)).toStrictEqual({
    ...attempt,
    headers: { A: 'b' },
  })
  const bare = { ...answered, headers: {} }
  expect(attemptRecord(delivery, { answer: bare, at: AT }, verdict)).toStrictEqual(attempt)
  expect(attemptRecord(delivery, { answer: bare, at: AT }, verdict, 7)).toStrictEqual({ ...attempt, relayedAfterMs: 7 })
})

test('the record of a success has the headers that fit, that of a failure all', () => {
  const long = { ...answer, headers: { A: 'b', long: 'x'.repeat(2000) } }
  expect(attemptRecord(delivery, { answer: long, at: AT }, delivered).headers).toEqual({ A: 'b' })
  expect(attemptRecord(delivery, { answer: long, at: AT }, failed).headers).toEqual(long.headers)
})
