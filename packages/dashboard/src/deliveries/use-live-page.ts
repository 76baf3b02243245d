import { type DeliverySummary, listDeliveries } from '@messaging/contract/dashboard/deliveries.ts'
import { DEFAULT_LIMIT, LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { type DeliveriesSearch, queryOf } from './filters.ts'
import { cursorAfter, liveRows } from './live-rows.ts'

const POLL_MS = 5_000
/** A search reads up to 2,000 deliveries. */
const SEARCH_POLL_MS = 20_000

interface Held {
  readonly filters: string
  readonly rows: readonly DeliverySummary[]
  readonly nextCursor: string | null
}

/**
 * Returns a page of deliveries. Its newest page is polled: displayed rows are updated and do not move, and `showNew`
 * displays the new ones. The read grows with the number of new ones, so that it includes the displayed rows.
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
  return {
    query,
    rows: live?.rows ?? held?.rows ?? [],
    nextCursor: held?.nextCursor ?? null,
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
