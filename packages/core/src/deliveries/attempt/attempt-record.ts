import type { Ms } from '@replywright/contract/time.ts'
import type { AttemptRecord, DeliveryItem } from '../delivery-entity.ts'
import { bytesOf, storedBytes, WRITE_UNIT_BYTES } from '../stored-bytes.ts'
import type { Sent } from './send.ts'
import type { Verdict } from './verdict.ts'

/** Returns what is stored of an attempt: of a success, only the headers that fit. `relayedAfterMs` is told of the first one. */
export function attemptRecord(
  delivery: DeliveryItem,
  { answer, at }: Pick<Sent, 'answer' | 'at'>,
  verdict: Verdict,
  relayedAfterMs?: Ms,
): AttemptRecord {
  const { outcome, durationMs, body, bodyCut, bodyLate } = answer
  const made = {
    at,
    durationMs,
    ...('status' in outcome && { status: outcome.status }),
    ...(verdict.kind !== 'delivered' && { cause: verdict.cause }),
    ...('reason' in outcome && { reason: outcome.reason }),
    ...(body && { body }),
    ...(bodyCut && { bodyCut }),
    ...(bodyLate && { bodyLate }),
    ...(relayedAfterMs !== undefined && { relayedAfterMs }),
  }
  const headers = verdict.kind === 'delivered' ? storedHeaders(delivery, made, answer.headers) : answer.headers
  return Object.keys(headers).length > 0 ? { ...made, headers } : made
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
