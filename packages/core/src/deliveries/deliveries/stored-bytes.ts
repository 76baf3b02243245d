import type { DeliveryItem } from './delivery-entity.ts'

/** A write of an item costs a unit for each of these that it begins. */
export const WRITE_UNIT_BYTES = 1024
/** Keys and marks of a stored delivery, less what the names of its attributes are shorter than here. */
const KEYS_BYTES = 48
/** What the item of a payload has besides the payload. */
const PAYLOAD_ITEM_BYTES = 224
/** A strong read, in write units. */
const READ_COST = 0.2

/**
 * Whether a delivery that succeeds at once costs less with its payload in an item of its own. It is written twice, when it is
 * stored and when its attempt is recorded; the payload's item is written and read once.
 */
export function costsLessApart(deliveryBytes: number, payloadBytes: number): boolean {
  const together = 2 * unitsOf(deliveryBytes)
  const apart = 2 * unitsOf(deliveryBytes - payloadBytes) + unitsOf(payloadBytes + PAYLOAD_ITEM_BYTES) + READ_COST
  return apart < together
}

function unitsOf(bytes: number): number {
  return Math.ceil(bytes / WRITE_UNIT_BYTES)
}

/** About what DynamoDB counts for a delivery, and not less. */
export function storedBytes(delivery: Partial<DeliveryItem>): number {
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
