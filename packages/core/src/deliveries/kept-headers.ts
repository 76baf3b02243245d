import type { AttemptRecord, DeliveryItem } from './delivery-entity.ts'

const WRITE_UNIT_BYTES = 1024
/** Keys and marks of a stored delivery, less what the names of its attributes are shorter than here. */
const KEYS_BYTES = 48
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

/** About what DynamoDB counts for a delivery, and not less. */
export function storedBytes(delivery: DeliveryItem): number {
  return bytesOf(delivery) + KEYS_BYTES
}

/** What DynamoDB counts for a value, names of attributes included. */
export function bytesOf(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (typeof value !== 'object' || value === null) return 1
  const names = Array.isArray(value) ? 0 : Object.keys(value).reduce((sum, name) => sum + Buffer.byteLength(name), 0)
  return Object.values(value).reduce((sum: number, one) => sum + 1 + bytesOf(one), names + 3)
}
