import { expect, test } from 'vitest'
import { attemptRecord, fateAfter } from './attempt-record.ts'

const AT = 1_795_167_600_000
const answer = {
  outcome: { status: 200 },
  durationMs: 12,
  headers: { A: 'b' },
  body: '',
  bodyCut: false,
  bodyLate: false,
}
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
  expect(attemptRecord(AT, answered, verdict)).toStrictEqual({ at: AT, durationMs: 12, ...stored })
})

const sent = { isRetrySent: true, msSinceEnd: 20 }
const unsent = { isRetrySent: false, msSinceEnd: 20 }

test.each([
  ['deletes the message of a delivered delivery', delivered, unsent, { kind: 'delete' }],
  ['deletes the message of a delivery that is not retried', failed, unsent, { kind: 'delete' }],
  ['deletes the message of an attempt whose retry has its own message', retry, sent, { kind: 'delete' }],
  [
    'keeps the message until the retry if no other was accepted',
    { ...retry, delaySeconds: 9.5 },
    unsent,
    { kind: 'keep', visibilitySeconds: 10 },
  ],
  [
    'keeps the message if that of the retry may have been received before the attempt was recorded',
    retry,
    { ...sent, msSinceEnd: 5000 },
    { kind: 'keep', visibilitySeconds: 5 },
  ],
  ['keeps the message if the retry is due at once', { ...retry, delaySeconds: 0 }, sent, keptFor(0)],
  ['leaves the message of an exhausted delivery', { ...failed, exhausted: true }, unsent, keptFor(0)],
] as const)('%s', (_, verdict, state, fate) => {
  expect(fateAfter(verdict, state)).toEqual(fate)
})

function keptFor(visibilitySeconds: number) {
  return { kind: 'keep', visibilitySeconds }
}
