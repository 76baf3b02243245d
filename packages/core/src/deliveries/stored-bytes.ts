import type { DeliveryItem } from './delivery-entity.ts'

/** The size of a write unit. */
export const WRITE_UNIT_BYTES = 1024
/** Keys and entity markers, minus the characters that stored attribute names are shorter than the names here. */
const KEYS_BYTES = 48
/** The size of a payload item without the payload. */
const PAYLOAD_ITEM_BYTES = 224
/** The cost of a strongly consistent read, in write units. */
const READ_COST = 0.2

/**
 * Returns whether a delivery that succeeds at once costs less with its payload in an item of its own. The delivery is
 * written twice: when it is stored and when its attempt is recorded. The payload item is written and read once.
 */
export function costsLessApart(deliveryBytes: number, payloadBytes: number): boolean {
  const together = 2 * unitsOf(deliveryBytes)
  const apart = 2 * unitsOf(deliveryBytes - payloadBytes) + unitsOf(payloadBytes + PAYLOAD_ITEM_BYTES) + READ_COST
  return apart < together
}

function unitsOf(bytes: number): number {
  return Math.ceil(bytes / WRITE_UNIT_BYTES)
}

/** Estimates the size of a delivery as DynamoDB counts it, never too low. */
export function storedBytes(delivery: Partial<DeliveryItem>): number {
  return bytesOf(delivery) + KEYS_BYTES
}

/** Returns the size of a value as DynamoDB counts it, attribute names included. */
export function bytesOf(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (typeof value !== 'object' || value === null) return 1
  const names = Array.isArray(value) ? 0 : Object.keys(value).reduce((sum, name) => sum + Buffer.byteLength(name), 0)
  return Object.values(value).reduce((sum: number, one) => sum + 1 + bytesOf(one), names + 3)
}
