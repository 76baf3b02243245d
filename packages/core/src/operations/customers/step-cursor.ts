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

/** `now` in milliseconds. @throws ServiceError 400 for an invalid cursor */
export function decodePosition(cursor: string | undefined, now: number): Position {
  if (cursor === undefined) return { phase: 'deliveries' }
  const read = v.safeParse(Position, parseJson(Buffer.from(cursor, 'base64url').toString())?.value)
  if (!read.success) throw invalidCursor()
  const { phase, id } = read.output
  if (phase === 'parked' && id !== undefined && !isDayUntil(now, id)) throw invalidCursor()
  return read.output
}

/** A later day would be followed by all days until now. */
function isDayUntil(now: number, text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) <= now
}
