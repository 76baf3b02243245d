import { MOST_SKIPPED, type PageQuery, type PageResponse } from '@replywright/contract/page.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

interface PageBody<Item> {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: Item[]
}

type Requested = Pick<APIGatewayProxyEvent, 'path' | 'queryStringParameters'>

/** Returns the absolute URL of another page of a list. It keeps the query but for `changes`. */
export function pageLink(
  { path, queryStringParameters }: Requested,
  changes: Readonly<Record<string, string | undefined>>,
) {
  const url = new URL(`${settings.PUBLIC_BASE_URL}${path.replace(/\/?$/, '/')}`)
  const query = { ...queryStringParameters, ...changes }
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Builds a page with absolute links, which keep the query; `next` has a cursor, to avoid reading skipped items. */
export function toPage<Item>(
  event: Requested,
  { offset, limit }: PageQuery,
  { count, results, nextCursor, previousCursor }: PageResponse<Item>,
): PageBody<Item> {
  const link = (to: number, cursor?: string) => pageLink(event, { offset: String(to), limit: String(limit), cursor })
  const before = Math.max(0, offset - limit)
  const isReachable = offset > 0 && before <= MOST_SKIPPED
  return {
    count,
    next: nextCursor === null ? null : link(offset + results.length, nextCursor),
    previous: previousCursor || isReachable ? link(before, previousCursor) : null,
    results: [...results],
  }
}
