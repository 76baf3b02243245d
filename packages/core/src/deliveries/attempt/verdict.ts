import type { FailureCause } from '@replywright/contract/causes.ts'
import type { Outcome } from '../../platform/outbound/send-request.ts'

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
