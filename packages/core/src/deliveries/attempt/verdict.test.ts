import { expect, test } from 'vitest'
import { judgeAttempt } from './verdict.ts'

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
