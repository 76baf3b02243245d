import type { PageQuery } from '@messaging/contract/page.ts'
import { refuseCursor } from './cursor.ts'
import type { PageItems } from './page.ts'

/** An ElectroDB query with a filter: `limit` items are looked at, and at most `count` of those that pass are answered. */
type FilteredRead<Item> = (options: {
  readonly limit: number
  readonly cursor: string | null
  readonly count?: number
}) => Promise<{ readonly data: readonly Item[]; readonly cursor: string | null }>

const LOOKED_AT_ONCE = 100
/** A page ends here, full or not, so that what it costs has a bound. */
const LOOKED_AT_MOST = 1000

/**
 * Reads the page that `query` asks for of a list with a filter. It can hold less than was asked for and still have a cursor.
 * @throws ServiceError 400 for a cursor that is none of this list
 */
export async function readFilteredPage<Item>(query: PageQuery, read: FilteredRead<Item>): Promise<PageItems<Item>> {
  const skipped = query.cursor === undefined ? query.offset : 0
  const wanted = skipped + query.limit
  const items: Item[] = []
  let cursor = query.cursor ?? null
  let looked = 0
  do {
    const options = { limit: LOOKED_AT_ONCE, cursor }
    const missing = wanted - items.length
    const found = await read(options).catch(refuseCursor(query))
    // Once more with a count, for a cursor that begins behind the last one wanted.
    const taken = found.data.length > missing ? await read({ ...options, count: missing }) : found
    items.push(...taken.data)
    cursor = taken.cursor
    looked += LOOKED_AT_ONCE
  } while (cursor !== null && items.length < wanted && (looked < LOOKED_AT_MOST || items.length < skipped))
  return { items: items.slice(skipped), nextCursor: cursor }
}
