import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** The query of one page. */
export interface PageOf {
  readonly limit: string
  readonly cursor?: string
}

type ReadPage<Item> = (
  query: PageOf,
  options: { readonly signal: AbortSignal },
) => Promise<{ readonly results: readonly Item[]; readonly nextCursor: string | null }>

/**
 * Builds the query of a list in pages that is shown whole, for `useQuery`: calls `readPage` for one page after the other, and
 * returns the items of all. `filter` is part of the query's key.
 */
export function readWhole<Item>(
  { path }: Endpoint,
  filter: Readonly<Record<string, string | undefined>>,
  readPage: ReadPage<Item>,
) {
  return queryOptions<Item[]>({
    queryKey: [path, 'whole', filter],
    queryFn: ({ signal }) => allPages((query) => readPage(query, { signal })),
  })
}

/** Like `readWhole`. Keeps the previous items while others load, so that the page layout does not change. */
export function readWholeList<Item>(...input: Parameters<typeof readWhole<Item>>) {
  return { ...readWhole(...input), placeholderData: keepPreviousData }
}

/** Returns the items of all pages. */
export async function allPages<Item>(
  readPage: (query: PageOf) => Promise<{ readonly results: readonly Item[]; readonly nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage({
      limit: String(LARGEST_LIMIT),
      ...(cursor !== null && { cursor }),
    })
    items.push(...page.results)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}
