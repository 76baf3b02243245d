import type { Answer } from '../../platform/outbound/send-request.ts'
import { DELETE, type Fate, keep } from '../../platform/queues/consume.ts'
import type { AttemptRecord, DeliveryItem } from '../delivery-entity.ts'
import { bytesOf, storedBytes, WRITE_UNIT_BYTES } from '../stored-bytes.ts'
import type { Verdict } from './verdict.ts'

/** Returns what is stored of an attempt without its headers. `at` in milliseconds. */
export function attemptRecord(at: number, answer: Answer, verdict: Verdict): AttemptRecord {
  return {
    at,
    durationMs: answer.durationMs,
    ...('status' in answer.outcome && { status: answer.outcome.status }),
    ...(verdict.kind !== 'delivered' && { cause: verdict.cause }),
    ...('reason' in answer.outcome && { reason: answer.outcome.reason }),
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

/** Room for the other attributes that the record sets, and for numbers larger than estimated. */
const SPARE_BYTES = 40

/**
 * Returns the headers of a successful response that fit into the record of its attempt without another write unit, in
 * their order. An update costs as much as the larger of the items before and after it. The record removes `out`.
 */
export function storedHeaders(
  delivery: DeliveryItem,
  attempt: AttemptRecord,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const before = storedBytes(delivery)
  const after = before - bytesOf(delivery.out ?? {}) + bytesOf(attempt) + SPARE_BYTES
  const units = Math.ceil(Math.max(before, after) / WRITE_UNIT_BYTES)
  let room = units * WRITE_UNIT_BYTES - after
  const fitting = Object.entries(headers).filter(([name, value]) => {
    room -= bytesOf({ [name]: value })
    return room >= 0
  })
  return Object.fromEntries(fitting)
}
