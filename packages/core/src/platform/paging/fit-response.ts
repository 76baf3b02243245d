import type { PageQuery } from '@replywright/contract/page.ts'
import { invalidField } from '../errors.ts'

/** The maximum of a page's bytes. Lambda returns at most 6 MB, and a page is more than its items. */
export const LARGEST_PAGE_BYTES = 5_000_000

/**
 * Returns the bytes that a value has in a function's response. The body is a string in JSON there, so that its quotes are
 * escaped once more.
 */
export function responseBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(value) ?? ''))
}

/** Returns how many of the first items of these sizes (bytes) fit one page: at least one, so that every list goes on. */
export function countThatFits(sizes: readonly number[], most = LARGEST_PAGE_BYTES): number {
  let bytes = 0
  const tooMany = sizes.findIndex((size, index) => {
    bytes += size
    return index > 0 && bytes > most
  })
  return tooMany === -1 ? sizes.length : tooMany
}

/**
 * Returns the items of a list that is a bare array, which cannot say where it goes on.
 * @throws ServiceError 400 if they do not fit one response; the caller requests fewer with `offset` and `limit`
 */
export function fittingSlice<Item>(items: readonly Item[]): Item[] {
  if (countThatFits(items.map(responseBytes)) < items.length)
    throw invalidField('limit', 'the requested items exceed 5 MB; request fewer at a time, with offset and limit')
  return [...items]
}

/**
 * Returns the page of `list`, or a shorter one if the page is too large for a response: it is read again with the limit
 * that fits, so that its cursor is that of its last item.
 */
export async function fittingPage<Query extends Pick<PageQuery, 'limit'>, Page extends { results: readonly unknown[] }>(
  query: Query,
  list: (query: Query) => Promise<Page>,
): Promise<Page> {
  for (let limit = query.limit; ; ) {
    const page = await list({ ...query, limit })
    const fitting = countThatFits(page.results.map(responseBytes))
    if (fitting >= page.results.length) return page
    limit = fitting
  }
}
