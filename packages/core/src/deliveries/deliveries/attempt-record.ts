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

/** Returns what to do with the message of an attempt. An exhausted delivery's message becomes a dead letter. */
export function fateAfter(verdict: Verdict): Fate {
  if (verdict.kind === 'retry') return keep(Math.ceil(verdict.delaySeconds))
  if (verdict.kind === 'failed' && verdict.exhausted) return keep(0)
  return DELETE
}
