import * as v from 'valibot'
import { parseJson } from '../../platform/json.ts'
import { invalidCursor } from '../../platform/paging/cursor.ts'

/** Where the next step of an export or erasure begins. It contains no data of the customer. */
const Position = v.object({
  phase: v.picklist(['deliveries', 'parked', 'conversations', 'otherDeliveries', 'memory']),
  /** The webhook or conversation that is read. */
  id: v.optional(v.string()),
  /** The cursor within it. */
  cursor: v.optional(v.string()),
  /** When the erasure paused the agent, in milliseconds. */
  pausedAt: v.optional(v.number()),
})
export type Position = v.InferOutput<typeof Position>

export function encodePosition(position: Position | null): string | null {
  return position && Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** @throws ServiceError 400 for an invalid cursor */
export function decodePosition(cursor: string | undefined): Position {
  if (cursor === undefined) return { phase: 'deliveries' }
  const read = v.safeParse(Position, parseJson(Buffer.from(cursor, 'base64url').toString())?.value)
  if (!read.success) throw invalidCursor()
  return read.output
}
