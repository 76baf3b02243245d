import type { PageQuery } from '@messaging/contract/page.ts'
import { rethrowReadError } from './cursor.ts'

/** One page of items: `nextCursor` is null on the last one. */
export interface PageItems<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** A page as an operation returns it. `http` turns it into the API's response with URLs. */
export interface PageAnswer<Item> {
  readonly count: number
  readonly results: readonly Item[]
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null
  /** Cursor of the previous page, in a list that can be read in both directions. @default found by its offset */
  readonly previousCursor?: string
}

/** An ElectroDB query that can be continued. */
type Read<Item> = (options: {
  readonly limit: number
  readonly cursor: string | null
}) => Promise<{ readonly data: readonly Item[]; readonly cursor: string | null }>

/**
 * Reads the page that `query` requests. With a cursor, only the page is read. An offset without a cursor also reads the
 * skipped items.
 * @throws ServiceError 400 for a cursor that does not belong to this list
 */
export async function listPage<Item>(query: PageQuery, read: Read<Item>): Promise<PageItems<Item>> {
  const skipped = query.cursor === undefined ? query.offset : 0
  const wanted = skipped + query.limit
  const items: Item[] = []
  let cursor = query.cursor ?? null
  do {
    const { data, cursor: next } = await read({ limit: wanted - items.length, cursor }).catch(rethrowReadError(query))
    items.push(...data)
    cursor = next
  } while (cursor !== null && items.length < wanted)
  return { items: items.slice(skipped), nextCursor: cursor }
}
