import { ApiError } from './errors.ts'
import type { Values } from './target.ts'

/** Yields the items of a list. Requests each page only when the items of the previous page are consumed. */
export async function* items(
  first: Values,
  fetchPage: (query: Values) => Promise<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  for (let query: Values | undefined = first; query; ) {
    const page = readPage(await fetchPage(query))
    yield* page.results
    query = page.next === null ? undefined : queryOf(page.next)
  }
}

function readPage(page: unknown): { next: string | null; results: readonly unknown[] } {
  const { next, results } = typeof page === 'object' && page !== null ? { next: null, results: null, ...page } : {}
  if ((typeof next === 'string' || next === null) && Array.isArray(results)) return { next, results }
  const fields = { status: 200, code: 'unexpected_response', details: [], requestId: undefined }
  throw new ApiError('The response is not a page of a list', fields)
}

/** Returns the query of `next`. Ignores its origin and path, so that the next request has the first one's target. */
function queryOf(next: string): Values {
  return Object.fromEntries(new URL(next, 'http://next').searchParams)
}
