import { listDeliveries } from '@replywright/contract/dashboard/deliveries.ts'
import { DEFAULT_LIMIT, LARGEST_LIMIT } from '@replywright/contract/page.ts'
import type { DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, readList } from '../api/call.ts'
import { type DeliveriesSearch, queryOf } from './filters.ts'
import { cursorAfter, liveRows } from './rows.ts'

const POLL_MS = 5_000
/** A search reads up to 2,000 deliveries. */
const SEARCH_POLL_MS = 20_000

/** A search reads as many pages by itself: about 10 seconds. */
const PAGES_BY_ITSELF = 20

interface Held {
  readonly filters: string
  readonly rows: readonly DeliverySummary[]
  readonly nextCursor: string | null
}

/**
 * Returns a page of deliveries. Its newest page is polled: displayed rows are updated and do not move, and `showNew`
 * displays the new ones. The read grows with the number of new ones, so that it includes the displayed rows. If few
 * deliveries match, it reads older ones until the page is full.
 */
export function useLivePage(search: DeliveriesSearch) {
  const filters = JSON.stringify(search)
  const [held, setHeld] = useState<Held>()
  const [limit, setLimit] = useState(DEFAULT_LIMIT)
  const isNewest = search.cursor === undefined
  const query = useQuery({
    ...readList(listDeliveries, { query: { ...queryOf(search), limit: String(limit) } }),
    refetchInterval: isNewest && (isSearch(search) ? SEARCH_POLL_MS : POLL_MS),
  })
  const { data, isPlaceholderData } = query
  const isCurrent = data !== undefined && !isPlaceholderData
  const firstPage = (): Held | undefined => {
    if (!data) return undefined
    const rows = data.results.slice(0, DEFAULT_LIMIT)
    const last = data.results.length > DEFAULT_LIMIT ? rows.at(-1) : undefined
    return { filters, rows, nextCursor: last ? cursorAfter(last, search.status) : data.nextCursor }
  }
  // The first deliveries of an empty list are displayed at once.
  const isReplaced = held?.filters !== filters || held.rows.length === 0
  if (isCurrent && isReplaced && (held?.filters !== filters || data.results.length > 0)) setHeld(firstPage())
  const live = isCurrent && held?.filters === filters ? liveRows(held.rows, data.results) : undefined
  const newCount = isNewest ? (live?.newCount ?? 0) : 0
  const wanted = Math.min(LARGEST_LIMIT, (Math.ceil(newCount / DEFAULT_LIMIT) + 1) * DEFAULT_LIMIT)
  if (wanted > limit) setLimit(wanted)
  const first = live?.rows ?? held?.rows ?? []
  const older = useOlder(
    search,
    { filters, isReady: isCurrent && held?.filters === filters },
    { rows: first, nextCursor: held?.nextCursor ?? null, searchedUntil: data?.searchedUntil ?? null },
  )
  return {
    query,
    ...older,
    newCount,
    /** Whether the read did not reach the displayed rows. */
    isMore: newCount >= limit,
    showNew: () => {
      setHeld(firstPage())
      setLimit(DEFAULT_LIMIT)
    },
  }
}

/** Returns whether few deliveries may match, so that reading a page costs more. */
function isSearch({ q, event, status }: DeliveriesSearch): boolean {
  return q !== undefined || event !== undefined || status === 'pending'
}

interface Found {
  readonly rows: readonly DeliverySummary[]
  readonly nextCursor: string | null
  readonly searchedUntil: string | null
}

/** Continues a search behind its first page. `stop` and `goOn` are for the user. */
function useOlder(
  search: DeliveriesSearch,
  { filters, isReady }: { readonly filters: string; readonly isReady: boolean },
  first: Found,
) {
  const start = { filters, cursors: [] as string[], atMost: PAGES_BY_ITSELF }
  const [progress, setProgress] = useState(start)
  const { cursors, atMost } = progress.filters === filters ? progress : start
  const pages = useQueries({
    queries: cursors.map((cursor) => read(listDeliveries, { query: { ...queryOf(search), cursor } })),
  })
  const rows = [...first.rows, ...pages.flatMap(({ data }) => data?.results ?? [])]
  const last = pages.findLast(({ data }) => data !== undefined)?.data ?? first
  const { nextCursor, searchedUntil } = last
  const isShort = isReady && rows.length < DEFAULT_LIMIT && nextCursor !== null
  const isSearching = isShort && cursors.length < atMost && !pages.some(({ isError }) => isError)
  if (isSearching && nextCursor !== null && !cursors.includes(nextCursor) && pages.every(({ data }) => data))
    setProgress({ filters, atMost, cursors: [...cursors, nextCursor] })
  return {
    rows,
    nextCursor,
    searchedUntil,
    isSearching,
    /** Whether there may be older matches for which the user must ask. */
    isShort,
    stop: () => setProgress({ filters, cursors, atMost: cursors.length }),
    goOn: () => setProgress({ filters, cursors, atMost: cursors.length + PAGES_BY_ITSELF }),
  }
}
