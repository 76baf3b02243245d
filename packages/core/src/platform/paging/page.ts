import type { PageQuery } from '@messaging/contract/page.ts'
import { refuseCursor } from './cursor.ts'

/** One page as it was read: `nextCursor` is null on the last one. */
export interface PageItems<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** A page as the API answers it, before its links are made: `http` turns the offsets into URLs. */
export interface PageAnswer<Item> {
  readonly count: number
  readonly results: readonly Item[]
  /** Cursor of the next page; null when this is the last one. */
  readonly nextCursor: string | null
}

/** An ElectroDB query that can be continued. */
type Read<Item> = (options: {
  readonly limit: number
  readonly cursor: string | null
}) => Promise<{ readonly data: readonly Item[]; readonly cursor: string | null }>

/**
 * Reads the page that `query` asks for. With a cursor only the page is read; an offset without one reads what it skips.
 * @throws ServiceError 400 for a cursor that is not one of this list
 */
export async function listPage<Item>(query: PageQuery, read: Read<Item>): Promise<PageItems<Item>> {
  const skipped = query.cursor === undefined ? query.offset : 0
  const wanted = skipped + query.limit
  const items: Item[] = []
  let cursor = query.cursor ?? null
  do {
    const { data, cursor: next } = await read({ limit: wanted - items.length, cursor }).catch(refuseCursor(query))
    items.push(...data)
    cursor = next
  } while (cursor !== null && items.length < wanted)
  return { items: items.slice(skipped), nextCursor: cursor }
}
