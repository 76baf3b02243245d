import type { EpochMs } from '@replywright/contract/time.ts'

/** The maximum lag of an index entry behind the last activity, so that not every message rewrites the entry. */
export const ENTRY_LAG_MILLISECONDS = 300_000
/** The shards of an organisation's list index, so that one partition key does not receive all writes. */
export const LIST_SHARDS = 8
/** The maximum of conversations read for a page, so that its cost is bounded. */
export const MAX_CANDIDATES = 1000

/** A position in a list, newest first. Conversations of the same millisecond are in descending order of their ids. */
export interface Position {
  readonly time: EpochMs
  readonly id: string
}

/** The end of the previous pages: they held all at or above `activity` (by activity) and `entry` (by index entry). */
export interface ActivityCursor {
  readonly activity?: Position
  readonly entry?: Position
}

export interface ActivitySource<Item> {
  /** Returns a shard's entries at or below a position, newest first. Fewer than `limit` means that no more exist. */
  entries(shard: number, from: Position, limit: number): Promise<readonly Position[]>
  /** Returns the items of these ids that exist, in any order. */
  items(ids: readonly string[]): Promise<readonly Item[]>
}

interface ActivityRead<Item> {
  readonly cursor?: ActivityCursor
  readonly limit: number
  readonly isWanted: (item: Item) => boolean
  /** @default MAX_CANDIDATES */
  readonly atMost?: number
}

export interface ActivityPage<Item> {
  readonly items: readonly Item[]
  /** Null on the last page. */
  readonly cursor: ActivityCursor | null
  /** The number of conversations read for the page. */
  readonly looked: number
}

interface Listed {
  readonly id: string
  readonly listedAt?: EpochMs
  readonly lastMessageAt?: EpochMs
}

/** Returns the time of the last activity: never before the index entry, and less than the lag after it. */
export function lastActivity({ listedAt = 0, lastMessageAt = 0 }: Listed): EpochMs {
  return Math.max(listedAt, lastMessageAt)
}

/** Compares by activity, newest first. */
export function byActivity(a: Listed, b: Listed): number {
  return descending(positionOf(a), positionOf(b))
}

const END: Position = { time: 9_999_999_999_999, id: '~' }

/**
 * Returns a page in the exact order of activity. An unread conversation was active less than the lag after the newest
 * unread entry, so later activity is certainly next. If more than `atMost` conversations were active within the lag,
 * the page is in the order of the entries instead. All pages together hold each conversation once, unless it becomes
 * active while they are read.
 */
export async function listActivityPage<Item extends Listed>(
  source: ActivitySource<Item>,
  { cursor = {}, limit, isWanted, atMost = MAX_CANDIDATES }: ActivityRead<Item>,
): Promise<ActivityPage<Item>> {
  const { activity } = cursor
  const entries = mergeShards(source, cursor, limit)
  const taken: Position[] = []
  const items = new Map<string, Item>()
  for (let size = limit + 10; ; size *= 2) {
    const more = await entries.take(Math.min(size, atMost - taken.length))
    taken.push(...more)
    for (const item of await source.items(more.map(({ id }) => id)))
      if (!activity || isBelow(positionOf(item), activity)) items.set(item.id, item)
    const looked = taken.length
    const next = entries.next()
    const frontier = next ? next.time + ENTRY_LAG_MILLISECONDS : 0
    const certain = [...items.values()].filter((item) => lastActivity(item) >= frontier).toSorted(byActivity)
    const wanted = certain.filter(isWanted)
    if (!next || wanted.length >= limit || (looked >= atMost && certain.length >= limit)) {
      const page = wanted.slice(0, limit)
      const last = page.length < limit ? certain.at(-1) : page.at(-1)
      const isLast = !next && wanted.length <= limit
      return { items: page, looked, cursor: isLast || !last ? null : { ...cursor, activity: positionOf(last) } }
    }
    if (looked >= atMost) {
      const inEntryOrder = taken
        .filter(({ id }) => {
          const item = items.get(id)
          return item && isWanted(item)
        })
        .slice(0, limit)
      const last = inEntryOrder.length < limit ? taken.at(-1) : inEntryOrder.at(-1)
      const page = inEntryOrder.flatMap(({ id }) => items.get(id) ?? [])
      return { items: page, looked, cursor: { ...cursor, entry: last } }
    }
  }
}

/** Merges the entries of all shards that previous pages may not have held. */
function mergeShards<Item>(
  { entries }: ActivitySource<Item>,
  { activity, entry = END }: ActivityCursor,
  limit: number,
) {
  const atOnce = Math.ceil(limit / LIST_SHARDS) * 2 + 4
  // An entry is never newer than the activity.
  const start = activity && activity.time < entry.time ? { time: activity.time, id: END.id } : entry
  const shards = Array.from({ length: LIST_SHARDS }, (_, shard) => ({
    shard,
    below: start,
    read: [] as Position[],
    ended: false,
  }))
  const refill = async () =>
    await Promise.all(
      shards
        .filter(({ read, ended }) => read.length === 0 && !ended)
        .map(async (one) => {
          // The range includes the position itself, so one more is read.
          const found = await entries(one.shard, one.below, atOnce + 1)
          one.ended = found.length <= atOnce
          one.read = found.filter((each) => isBelow(each, one.below))
          one.below = one.read.at(-1) ?? one.below
        }),
    )
  const newest = () =>
    shards.filter(({ read }) => read.length > 0).toSorted((a, b) => descending(a.read[0] ?? END, b.read[0] ?? END))[0]
  return {
    async take(count: number): Promise<Position[]> {
      const taken: Position[] = []
      await refill()
      for (let first = newest(); first && taken.length < count; first = newest()) {
        taken.push(...first.read.splice(0, 1))
        if (first.read.length === 0) await refill()
      }
      return taken
    },
    /** Returns the newest entry that was not taken, or undefined at the end of the list. */
    next: () => newest()?.read[0],
  }
}

function positionOf(item: Listed): Position {
  return { time: lastActivity(item), id: item.id }
}

function isBelow(a: Position, b: Position): boolean {
  return descending(a, b) > 0
}

function descending(a: Position, b: Position): number {
  if (a.time !== b.time) return b.time - a.time
  if (a.id === b.id) return 0
  return a.id < b.id ? 1 : -1
}
