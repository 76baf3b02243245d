/** `older` reads down from a position, `newer` reads up from it. */
export type Direction = 'older' | 'newer'

/** Reads a part of a list: examines at most `limit` items behind `from`, which is excluded, in a direction. */
export type ReadPart<Item> = (options: {
  readonly from: string | undefined
  readonly direction: Direction
  readonly limit: number
}) => Promise<{
  readonly items: readonly Item[]
  /** The last id that was examined, whether it passed the filter or not; null at the end of the part. */
  readonly end: string | null
}>

export interface NewestFirst<Item> {
  /** Always newest first. */
  readonly items: readonly Item[]
  /** The page of older items. Null on the last page. */
  readonly nextCursor: string | null
  /** The page of newer items. Null on the newest page. */
  readonly previousCursor: string | null
  /** The id at which a filtered search stopped before the page was full; null otherwise. */
  readonly stoppedAt: string | null
}

export interface PageRequest {
  /** `nextCursor` or `previousCursor` of another page. */
  readonly cursor?: string
  readonly limit: number
  /** The number of items that the first read of a part examines. Later reads examine more. */
  readonly each: number
  /**
   * Whether a page of newer items that is not full is extended to the newest page. Otherwise it has the newer items
   * only, and a full page always has a `previousCursor`. @default true
   */
  readonly fillsNewest?: boolean
}

/** A page ends after this many examined items, full or not, so that its cost is bounded. */
const MAX_EXAMINED = 2000
const MAX_EACH = 100
const NEWER = 'newer.'

/** Returns the position and direction of a cursor. The position is not validated. */
export function parseCursor(cursor: string): { readonly position: string; readonly direction: Direction } {
  if (cursor.startsWith(NEWER)) return { position: cursor.slice(NEWER.length), direction: 'newer' }
  return { position: cursor, direction: 'older' }
}

/** Returns the cursor of the items that are newer than a position. */
export function newerThan(position: string): string {
  return NEWER + position
}

/**
 * Reads a page of a list that is stored in several parts and whose ids sort by time. A page can have fewer than `limit`
 * items and still have a cursor, if few items pass the filter.
 */
export async function listNewestFirst<Item extends { readonly id: string }>(
  parts: readonly ReadPart<Item>[],
  { cursor, limit, each, fillsNewest = true }: PageRequest,
): Promise<NewestFirst<Item>> {
  const { position, direction } = cursor === undefined ? { direction: 'older' as const } : parseCursor(cursor)
  const { items, next } = await merge(parts, { position, direction, limit, each })
  const isFull = items.length >= limit
  const stoppedAt = isFull ? null : next
  if (direction === 'newer') {
    if (fillsNewest && !isFull && next === null) return await listNewestFirst(parts, { limit, each })
    const nextCursor = items[0]?.id ?? position ?? null
    const newest = next ?? (isFull && !fillsNewest ? (items.at(-1)?.id ?? null) : null)
    return { items: items.toReversed(), nextCursor, previousCursor: newest && newerThan(newest), stoppedAt }
  }
  const first = position === undefined ? undefined : (items[0]?.id ?? position)
  return { items, nextCursor: next, previousCursor: first === undefined ? null : newerThan(first), stoppedAt }
}

interface Merge {
  readonly position: string | undefined
  readonly direction: Direction
  readonly limit: number
  readonly each: number
}

/** Merges parts in a direction. Reads on only in the parts that have been read least far, because each read costs. */
async function merge<Item extends { readonly id: string }>(
  parts: readonly ReadPart<Item>[],
  { position, direction, limit, each }: Merge,
): Promise<{ items: Item[]; next: string | null }> {
  const isBefore = (a: string, b: string) => (direction === 'older' ? a > b : a < b)
  const inOrder = (a: string, b: string) => (isBefore(a, b) ? -1 : 1)
  const found: Item[] = []
  let open = parts.map((read) => ({ read, from: position }))
  let examined = 0
  for (let size = each; ; size = Math.min(MAX_EACH, size * 2)) {
    // Items behind the frontier may still be preceded by items of a part that has been read less far.
    const [frontier] = open.flatMap(({ from }) => from ?? []).toSorted(inOrder)
    const complete = found
      .filter(({ id }) => frontier === undefined || !isBefore(frontier, id))
      .toSorted((a, b) => inOrder(a.id, b.id))
    const isFull = complete.length >= limit
    if (open.length === 0 || isFull || examined >= MAX_EXAMINED) {
      const items = complete.slice(0, limit)
      const hasMore = complete.length > limit || open.length > 0
      const next = isFull ? items.at(-1)?.id : frontier
      return { items, next: (hasMore && next) || null }
    }
    const due = open.filter(({ from }) => from === frontier)
    const reads = await Promise.all(
      due.map(async ({ read, from }) => ({ read, ...(await read({ from, direction, limit: size })) })),
    )
    for (const { items } of reads) found.push(...items)
    examined += size * due.length
    const continued = reads.flatMap(({ read, end }) => (end === null ? [] : [{ read, from: end }]))
    open = [...open.filter((part) => !due.includes(part)), ...continued]
  }
}
