import { isObject, parseJson } from '@replywright/contract/json.ts'
import { MOST_SKIPPED, type PageQuery } from '@replywright/contract/page.ts'
import { invalidField } from '../errors.ts'

/** One page of items: `nextCursor` is null on the last one. */
export interface PageItems<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
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

/** Returns the 400 for a cursor that does not belong to the list. */
export function invalidCursor(): Error {
  return invalidField('cursor', 'invalid; request the first page without it')
}

/**
 * Returns a handler for an error of a read with a caller's cursor. It throws a 400 if the cursor cannot be decoded, or
 * DynamoDB rejects it as the start of this list. It throws any other error unchanged: a retry may succeed.
 */
export function rethrowReadError({ cursor }: { readonly cursor?: string }): (error: unknown) => never {
  return (error) => {
    if (cursor !== undefined && (!isDecodable(cursor) || isRefusal(error))) throw invalidCursor()
    throw error
  }
}

/** ElectroDB's cursors are a key in JSON and base64url; all attributes of our keys are strings. */
function isDecodable(cursor: string): boolean {
  const key = parseJson(Buffer.from(cursor, 'base64url').toString())?.value
  return isObject(key) && Object.values(key).every((value) => typeof value === 'string')
}

/** Returns whether DynamoDB rejected a request as invalid. ElectroDB wraps DynamoDB's errors. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'ValidationException' || isRefusal(error.cause)
}
