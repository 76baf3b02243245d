import type { PageQuery } from '@messaging/contract/page.ts'
import { invalidField } from '../errors.ts'
import { rethrowReadError } from './cursor.ts'

/** Skipped items are read, so their number is limited. */
export const MOST_SKIPPED = 1000

/** One page of items: `nextCursor` is null on the last one. */
export interface PageItems<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** A page as an operation returns it. `http` turns it into the API's response with URLs. */
export interface PageResponse<Item> {
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
 * Returns how many of the items read precede the page, and how many are read. A cursor is the position behind skipped
 * items.
 */
export function rangeOf({ offset, limit, cursor }: PageQuery): { readonly skipped: number; readonly wanted: number } {
  const skipped = cursor === undefined ? offset : 0
  return { skipped, wanted: Math.min(skipped, MOST_SKIPPED) + limit }
}

/** @throws ServiceError 400 if a list continues behind the items read, and a large offset skips more than these */
export function assertReached(skipped: number, nextCursor: unknown): void {
  if (skipped > MOST_SKIPPED && nextCursor !== null)
    throw invalidField('offset', `must be at most ${MOST_SKIPPED}; use next to read on`)
}

/**
 * Reads the page that `query` requests. With a cursor, only the page is read. An offset without a cursor also reads the
 * skipped items.
 * @throws ServiceError 400 for a cursor that does not belong to this list, and for a large offset within a longer list
 */
export async function listPage<Item>(query: PageQuery, read: Read<Item>): Promise<PageItems<Item>> {
  const { skipped, wanted } = rangeOf(query)
  const items: Item[] = []
  let cursor = query.cursor ?? null
  do {
    const { data, cursor: next } = await read({ limit: wanted - items.length, cursor }).catch(rethrowReadError(query))
    items.push(...data)
    cursor = next
  } while (cursor !== null && items.length < wanted)
  assertReached(skipped, cursor)
  return { items: items.slice(skipped), nextCursor: cursor }
}
