import { expect, test } from 'vitest'
import { fateAfter, judgeAttempt } from './verdict.ts'

const DELAYS = [10, 30, 90]
const retry = (delaySeconds: number, cause: string) => ({ kind: 'retry', delaySeconds, cause })
const failed = (cause: string, exhausted = false) => ({ kind: 'failed', cause, exhausted })

test.each([
  [{ status: 200 }, 1, { kind: 'delivered' }],
  [{ status: 204 }, 4, { kind: 'delivered' }],
  [{ status: 299 }, 1, { kind: 'delivered' }],
  [{ status: 101 }, 1, failed('redirect')],
  [{ status: 300 }, 1, failed('redirect')],
  [{ status: 400 }, 1, failed('client_error')],
  [{ status: 404 }, 2, failed('client_error')],
  [{ status: 410 }, 1, failed('gone')],
  [{ status: 429 }, 1, failed('client_error')],
  [{ status: 500 }, 1, retry(10, 'server_error')],
  [{ status: 503 }, 2, retry(30, 'server_error')],
  [{ error: 'timeout' }, 3, retry(90, 'timeout')],
  [{ error: 'dns' }, 1, retry(10, 'dns')],
  [{ error: 'refused' }, 1, retry(10, 'refused')],
  [{ error: 'tls' }, 1, retry(10, 'tls')],
  [{ error: 'reset' }, 1, retry(10, 'reset')],
  [{ error: 'blocked_address' }, 1, failed('blocked_address')],
  [{ status: 500 }, 4, failed('server_error', true)],
  [{ error: 'timeout' }, 4, failed('timeout', true)],
] as const)('%o at attempt %i → %o', (outcome, attempt, verdict) => {
  expect(judgeAttempt(outcome, attempt, DELAYS)).toEqual(verdict)
})

const late = { kind: 'retry', delaySeconds: 10, cause: 'timeout' } as const
const gone = { kind: 'failed', cause: 'gone', exhausted: false } as const
const sent = { isRetrySent: true, msSinceEnd: 20 }
const unsent = { isRetrySent: false, msSinceEnd: 20 }

test.each([
  ['deletes the message of a delivered delivery', { kind: 'delivered' }, unsent, { kind: 'delete' }],
  ['deletes the message of a delivery that is not retried', gone, unsent, { kind: 'delete' }],
  ['deletes the message of an attempt whose retry has its own message', late, sent, { kind: 'delete' }],
  [
    'keeps the message until the retry if no other was accepted',
    { ...late, delaySeconds: 9.5 },
    unsent,
    { kind: 'keep', visibilitySeconds: 10 },
  ],
  [
    'keeps the message if that of the retry may have been received before the attempt was recorded',
    late,
    { ...sent, msSinceEnd: 5000 },
    { kind: 'keep', visibilitySeconds: 5 },
  ],
  ['keeps the message if the retry is due at once', { ...late, delaySeconds: 0 }, sent, keptFor(0)],
  ['leaves the message of an exhausted delivery', { ...gone, exhausted: true }, unsent, keptFor(0)],
] as const)('%s', (_, verdict, state, fate) => {
  expect(fateAfter(verdict, state)).toEqual(fate)
})

function keptFor(visibilitySeconds: number) {
  return { kind: 'keep', visibilitySeconds }
}
