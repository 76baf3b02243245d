import type { FailureCause } from '@replywright/contract/causes.ts'
import type { Outcome } from '../../platform/outbound/send-request.ts'
import { DELETE, type Fate, keep } from '../../platform/queues/consume.ts'

export type Verdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly delaySeconds: number; readonly cause: FailureCause }
  | { readonly kind: 'failed'; readonly cause: FailureCause; readonly exhausted: boolean }

/**
 * Decides what happens after attempt number `attempt` (1-based, within its round) ended with `outcome`. A 2xx is a
 * success. A 3xx, a 4xx and a guarded address are not retried. A 5xx, a missing response and a network error are
 * retried after `retryDelaysSeconds` (spec, Delivery mechanism).
 */
export function judgeAttempt(outcome: Outcome, attempt: number, retryDelaysSeconds: readonly number[]): Verdict {
  if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return { kind: 'delivered' }
  const cause = causeOf(outcome)
  if (!isRetried(cause)) return { kind: 'failed', cause, exhausted: false }
  const delaySeconds = retryDelaysSeconds[attempt - 1]
  if (delaySeconds === undefined) return { kind: 'failed', cause, exhausted: true }
  return { kind: 'retry', delaySeconds, cause }
}

function causeOf(outcome: Outcome): FailureCause {
  if ('error' in outcome) return outcome.error
  if (outcome.status === 410) return 'gone'
  if (outcome.status >= 500) return 'server_error'
  return outcome.status >= 400 ? 'client_error' : 'redirect'
}

function isRetried(cause: FailureCause): boolean {
  return cause === 'server_error' || ['dns', 'refused', 'tls', 'timeout', 'reset', 'invalid_response'].includes(cause)
}

/**
 * Returns what to do with the message of a recorded attempt. An exhausted delivery's message becomes a dead letter. A
 * retry has its own message, if `isRetrySent`. The message of the attempt stays if the queue did not accept that one,
 * or could have shown it to a worker before the attempt was recorded, which then drops it. `msSinceEnd` is the time
 * since the attempt ended; half of the delay is certainly too short for that.
 */
export function fateAfter(
  verdict: Verdict,
  { isRetrySent, msSinceEnd }: { readonly isRetrySent: boolean; readonly msSinceEnd: number },
): Fate {
  if (verdict.kind === 'failed' && verdict.exhausted) return keep(0)
  if (verdict.kind !== 'retry') return DELETE
  if (isRetrySent && msSinceEnd < verdict.delaySeconds * 500) return DELETE
  return keep(Math.max(0, Math.ceil(verdict.delaySeconds - msSinceEnd / 1000)))
}
