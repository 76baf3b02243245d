import type { Answer } from '../../platform/outbound/send-request.ts'
import { DELETE, type Fate, keep } from '../../platform/queues/fate.ts'
import type { AttemptRecord } from './delivery-entity.ts'
import type { Verdict } from './verdict.ts'

/** Returns what is stored of an attempt without its headers. `at` in milliseconds. */
export function attemptRecord(at: number, answer: Answer, verdict: Verdict): AttemptRecord {
  return {
    at,
    durationMs: answer.durationMs,
    ...('status' in answer.outcome && { status: answer.outcome.status }),
    ...(verdict.kind !== 'delivered' && { cause: verdict.cause }),
    ...(answer.body && { body: answer.body }),
    ...(answer.bodyCut && { bodyCut: true }),
    ...(answer.bodyLate && { bodyLate: true }),
  }
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
