import type { PageQuery } from '@replywright/contract/page.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { invalidField } from '../platform/errors.ts'
import { assertReached, type PageItems, rangeOf } from '../platform/paging/page.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import {
  type ActivityCursor,
  type ActivityPage,
  type ActivitySource,
  ENTRY_LAG_MILLISECONDS,
  LIST_SHARDS,
  listActivityPage,
  MAX_CANDIDATES,
  type Position,
} from './activity-pages.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'

/** The maximum of conversations that one step of a page returns. */
const LIMIT_AT_ONCE = 100

interface ActivityFilter {
  readonly isWanted: (conversation: ConversationItem) => boolean
  /** Reads what `isWanted` needs of conversations that were read. */
  readonly prepare?: (conversations: readonly ConversationItem[]) => Promise<void>
  /** Conversations without activity since this time are excluded. @default 0 */
  readonly activeSince?: EpochMs
  /** The maximum of conversations read. @default MAX_CANDIDATES */
  readonly atMost?: number
  /** `recent`: eventually consistent, half the read units. @default strong */
  readonly reading?: 'strong' | 'recent'
}

interface ActiveItems extends PageItems<ConversationItem> {
  /** The number of conversations read. */
  readonly looked: number
  /** The time of the oldest activity read. Undefined if all were read. */
  readonly backTo: EpochMs | undefined
}

/**
 * Returns a page of an organisation's conversations in the exact order of their last activity, newest first. With a
 * filter it can be shorter than requested and still have a cursor. If more than 1,000 conversations were active within
 * five minutes, their order is exact to five minutes only. An offset without a cursor reads the skipped items.
 * @throws ServiceError 400 for a cursor of another list, and for an offset that would read too many items
 */
export async function listByActivity(
  organizationId: string,
  query: PageQuery,
  { isWanted, prepare, activeSince = 0, atMost = MAX_CANDIDATES, reading = 'strong' }: ActivityFilter,
): Promise<ActiveItems> {
  const source = preparing(sourceOf(organizationId, activeSince - ENTRY_LAG_MILLISECONDS, reading), prepare)
  const { skipped, wanted } = rangeOf(query)
  const items: ConversationItem[] = []
  let cursor: ActivityCursor | null | undefined = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
  let looked = 0
  do {
    const limit = Math.min(wanted - items.length, LIMIT_AT_ONCE)
    const page: ActivityPage<ConversationItem> = await listActivityPage(source, {
      cursor,
      limit,
      isWanted,
      atMost,
    })
    items.push(...page.items)
    looked += page.looked
    cursor = page.cursor
  } while (cursor !== null && items.length < wanted && looked < atMost + skipped)
  assertReached(skipped, cursor)
  if (cursor !== null && items.length < skipped)
    throw invalidField('offset', 'skips more than one request reads; use a smaller one, and next to read on')
  return {
    items: items.slice(skipped),
    nextCursor: cursor ? encodeCursor(cursor) : null,
    looked,
    backTo: cursor?.activity?.time ?? cursor?.entry?.time,
  }
}

function preparing(
  source: ActivitySource<ConversationItem>,
  prepare: ActivityFilter['prepare'],
): ActivitySource<ConversationItem> {
  if (!prepare) return source
  const items = async (ids: readonly string[]) => {
    const read = await source.items(ids)
    await prepare(read)
    return read
  }
  return { ...source, items }
}

/** The maximum of conversations that a count reads. */
const COUNTED_EXACTLY = 1000

/**
 * Returns how many of the conversations that were active since a time are wanted. Above 1,000 of them it is an
 * estimate: the share of the latest 1,000. Reads eventually consistently.
 */
export async function countActiveSince(
  organizationId: string,
  activeSince: EpochMs,
  isWanted: ActivityFilter['isWanted'],
): Promise<number> {
  const source = sourceOf(organizationId, activeSince - ENTRY_LAG_MILLISECONDS, 'recent')
  const shards = await Promise.all(
    Array.from({ length: LIST_SHARDS }, (_, shard) => source.entries(shard, NEWEST, COUNTED_OF_SHARD)),
  )
  const entries = shards.flat()
  const latest = entries.toSorted((a, b) => b.time - a.time).slice(0, COUNTED_EXACTLY)
  const wanted = (await source.items(latest.map(({ id }) => id))).filter(isWanted).length
  return entries.length === latest.length ? wanted : Math.round((wanted * entries.length) / latest.length)
}

/** Returns the conversations with an index entry since a time, unsorted. Undefined if they are more than `atMost`. */
export async function listListedSince(
  organizationId: string,
  listedSince: EpochMs,
  atMost: number,
): Promise<ConversationItem[] | undefined> {
  const source = sourceOf(organizationId, listedSince)
  const shards = await Promise.all(
    Array.from({ length: LIST_SHARDS }, (_, shard) => source.entries(shard, NEWEST, atMost + 1)),
  )
  const ids = shards.flat().map(({ id }) => id)
  return ids.length > atMost ? undefined : [...(await source.items(ids))]
}

/** The conversations of one call of a search. */
const SEARCHED_AT_ONCE = 500

/**
 * Searches all conversations of an organisation with `findIn`, latest activity first, until it returns a result. Reads
 * the shards of the list concurrently.
 */
export async function searchConversations<Result>(
  organizationId: string,
  findIn: (conversationIds: readonly string[]) => Promise<Result | undefined>,
  onProgress: (conversations: number) => void,
): Promise<Result | undefined> {
  let found: Result | undefined
  const search = async (listShard: number) => {
    let cursor: string | null = null
    do {
      const page: { data: unknown; cursor: string | null } = await ConversationEntity.query
        .byActivity({ organizationId, listShard })
        .go({ order: 'desc', limit: SEARCHED_AT_ONCE, cursor, data: 'includeKeys' })
      const entries = v.parse(Entries, page.data)
      const result = await findIn(entries.map(({ id }) => id))
      onProgress(entries.length)
      found ??= result
      cursor = page.cursor
    } while (cursor !== null && found === undefined)
  }
  await Promise.all(Array.from({ length: LIST_SHARDS }, (_, shard) => search(shard)))
  return found
}

/** Returns the cursor of the first page. */
export function firstCursor(): string {
  return encodeCursor({})
}

/** The shards fill evenly, so none of the eight has more than this of 10,000 conversations. */
const COUNTED_OF_SHARD = 1500
const NEWEST: Position = { time: 9_999_999_999_999, id: '~' }
/** Batches of 100 conversations that are read concurrently. */
const BATCHES_AT_ONCE = 10

function sourceOf(
  organizationId: string,
  listedSince: EpochMs,
  reading: 'strong' | 'recent' = 'strong',
): ActivitySource<ConversationItem> {
  const oldest = { listedAt: Math.max(0, listedSince) }
  return {
    async entries(listShard, { time, id }, limit) {
      const entries: Position[] = []
      let cursor: string | null = null
      do {
        const page: { data: unknown; cursor: string | null } = await ConversationEntity.query
          .byActivity({ organizationId, listShard })
          .between(oldest, { listedAt: time, id })
          .go({ order: 'desc', limit: limit - entries.length, cursor, data: 'includeKeys' })
        entries.push(...v.parse(Entries, page.data))
        cursor = page.cursor
      } while (cursor !== null && entries.length < limit)
      return entries
    },
    items: async (ids) =>
      await batchGet(
        ids.map((id) => ({ organizationId, id })),
        (keys) => ConversationEntity.get(keys).go({ consistent: reading === 'strong', concurrency: BATCHES_AT_ONCE }),
      ),
  }
}

/** The index holds keys only: the sort key is the time and the id. */
const Entries = v.array(
  v.pipe(
    v.looseObject({ gsi2sk: v.string() }),
    v.transform(({ gsi2sk }): Position => ({ time: Number(gsi2sk.slice(0, 13)), id: gsi2sk.slice(14) })),
  ),
)

const StoredPosition = v.pipe(
  v.tuple([v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(NEWEST.time)), v.pipe(v.string(), v.uuid())]),
  v.transform(([time, id]): Position => ({ time, id })),
)
const Cursor = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  v.parseJson(),
  v.strictObject({ activity: v.optional(StoredPosition), entry: v.optional(StoredPosition) }),
)

function encodeCursor({ activity, entry }: ActivityCursor): string {
  const stored = (position: Position | undefined) => position && [position.time, position.id]
  return Buffer.from(JSON.stringify({ activity: stored(activity), entry: stored(entry) })).toString('base64url')
}

function decodeCursor(text: string): ActivityCursor {
  const cursor = v.safeParse(Cursor, text)
  if (!cursor.success) throw invalidField('cursor', 'invalid; request the first page without it')
  return cursor.output
}
