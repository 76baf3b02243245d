import { ApiError } from './errors.ts'
import type { Values } from './target.ts'

/** Yields the items of a list, asking for a page only when the one before it is used up. */
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
  throw new ApiError('The answer is no page of a list', fields)
}

/** The query of `next`. Its origin and path are left out: the next request goes where the first one went. */
function queryOf(next: string): Values {
  return Object.fromEntries(new URL(next, 'http://next').searchParams)
}
