import type { FailureCause } from '@messaging/contract/causes.ts'
import { words } from './words.ts'

/** Short descriptions of failure causes. The service returns a full sentence as `explanation`. */
export const CAUSE_WORDS = words.causes satisfies Record<FailureCause, string>

/** Returns a short outcome: the HTTP status, or why there was no response. `''` before the first attempt. */
export function outcomeText({
  status,
  cause,
}: {
  readonly status: number | null
  readonly cause: FailureCause | null
}): string {
  const reason = cause && CAUSE_WORDS[cause]
  if (status === null) return reason ?? ''
  return reason ? `${status} ${reason}` : `${status}`
}
