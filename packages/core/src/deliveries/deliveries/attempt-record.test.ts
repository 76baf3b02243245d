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

test.each([
  ['deletes the message of a delivered delivery', delivered, { kind: 'delete' }],
  ['deletes the message of a delivery that is not retried', failed, { kind: 'delete' }],
  ['keeps the message until the retry', { ...retry, delaySeconds: 9.5 }, { kind: 'keep', visibilitySeconds: 10 }],
  [
    'leaves the message of an exhausted delivery',
    { ...failed, exhausted: true },
    { kind: 'keep', visibilitySeconds: 0 },
  ],
] as const)('%s', (_, verdict, fate) => {
  expect(fateAfter(verdict)).toEqual(fate)
})
