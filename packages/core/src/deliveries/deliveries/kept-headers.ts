import type { AttemptRecord, DeliveryItem } from './delivery-entity.ts'
import { bytesOf, storedBytes, WRITE_UNIT_BYTES } from './stored-bytes.ts'

/** What the record sets besides the attempt, and numbers that take more than is estimated. */
const SPARE_BYTES = 32

/**
 * The headers of a successful response that the record of its attempt can hold without costing another write unit, in their
 * order. An update costs what the larger of the item before and after it costs. The record removes `out`.
 */
export function keptHeaders(
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
