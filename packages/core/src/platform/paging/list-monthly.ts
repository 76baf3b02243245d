import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS, monthOf, timeOfId } from '../clock.ts'
import { listNewestFirst, type NewestFirst, type ReadPart } from './newest-first.ts'
import { invalidCursor } from './page.ts'

/** Limits the time: `since` is included, `until` is excluded. */
export interface Period {
  readonly since?: EpochMs | undefined
  readonly until?: EpochMs | undefined
}

/** Reads at most `limit` items of a calendar month (UTC) with ids between `first` and `until`, newest first. */
type ReadMonth<Item> = (options: {
  readonly month: string
  readonly first: string
  readonly until: string
  readonly limit: number
}) => Promise<{ readonly data: readonly Item[]; readonly cursor: string | null }>

interface MonthlyPage<Item> extends Period {
  readonly limit: number
  readonly cursor?: string | undefined
  /** The days after which items expire. */
  readonly days: number
  /** The filter, besides the time. @default every item passes */
  readonly passes?: ((item: Item) => boolean) | undefined
}

/** An id, or the part of one that is its time. */
const CURSOR = /^[0-9a-f]{8}-[0-9a-f]{4}(-[0-9a-f]{4}){0,2}(-[0-9a-f]{12})?$/
const READ_AT_ONCE_FILTERED = 500

/**
 * Returns a page of items that are stored by month under time-sorted ids, newest first. A page examines at most 2,000
 * items. With a filter that few items pass, it can be shorter than `limit` and still have a cursor.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function listMonthly<Item extends { readonly id: string }>(
  readMonth: ReadMonth<Item>,
  { limit, cursor, days, passes, ...period }: MonthlyPage<Item>,
  now: EpochMs,
): Promise<NewestFirst<Item>> {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw invalidCursor()
  const since = Math.max(period.since ?? 0, now - days * DAY_MILLISECONDS)
  const end = firstIdAt(Math.min(period.until ?? Number.POSITIVE_INFINITY, now + DAY_MILLISECONDS))
  const read: ReadPart<Item> = async ({ from = end, limit: most }) => {
    const until = from < end ? from : end
    const month = monthOf(lastTimeBefore(until))
    const start = Math.max(since, Date.parse(`${month}-01T00:00:00Z`))
    const first = firstIdAt(start)
    if (until <= first) return { items: [], end: null }
    const { data, cursor: next } = await readMonth({ month, first, until, limit: most })
    const items = data.filter((item) => item.id < until && (passes?.(item) ?? true))
    if (next !== null) return { items, end: data.at(-1)?.id ?? first }
    return { items, end: start <= since ? null : first }
  }
  const each = passes ? READ_AT_ONCE_FILTERED : limit + 1
  return await listNewestFirst([read], { limit, each, ...(cursor !== undefined && { cursor }) })
}

/** The length of the part of an id that is its time. */
const TIME_LENGTH = 13

/** Returns a text that sorts before every id of that time or later. */
function firstIdAt(at: EpochMs): string {
  const time = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Returns the latest time at which an id can sort before `until`, an id or a text of `firstIdAt`. */
function lastTimeBefore(until: string): EpochMs {
  return timeOfId(until) - (until.length === TIME_LENGTH ? 1 : 0)
}
