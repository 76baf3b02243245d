import { InternalError } from '../errors.ts'

/** The slots of one item. With their leases, it stays below 1 KB, one write unit. */
const SLOTS_A_PART = 16

/** A part of an organisation's slots. */
export interface SlotPart {
  /** The end of its key. The first part has the key of all slots in earlier releases. */
  readonly part: string
  /** The number of its slots. */
  readonly limit: number
}

/** Returns the parts of `limit` slots, as even as possible. */
export function slotParts(limit: number): SlotPart[] {
  const count = Math.ceil(limit / SLOTS_A_PART)
  return Array.from({ length: count }, (_, index) => ({
    part: index === 0 ? '' : `/${index}`,
    limit: Math.floor(limit / count) + (index < limit % count ? 1 : 0),
  }))
}

/** Returns the parts for a holder, a UUID, the one in which it waits first. Its last digits spread evenly. */
export function partsFor(holder: string, limit: number): [SlotPart, ...SlotPart[]] {
  const parts = slotParts(limit)
  const last = Number.parseInt(holder.slice(-6), 16)
  const before = Number.parseInt(holder.slice(-12, -6), 16)
  // Three parts are enough to find a free slot in a pool that is nearly full.
  const indexes = new Set([last, before, last + before + 1].map((index) => index % parts.length))
  const [home, ...others] = [...indexes].flatMap((index) => parts[index] ?? [])
  if (!home) throw new InternalError(`no part of ${limit} slots for ${holder}`)
  return [home, ...others]
}
