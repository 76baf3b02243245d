import { listWaiting, type Waiting } from '@replywright/contract/dashboard/conversations.ts'
import type { UnhealthyNumber } from '@replywright/contract/number-health.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import type { InboxSearch } from './filters.ts'
import type { InboxRows } from './inbox-rows.ts'

/** Numbers with problems, which every page shows. Reads nothing by itself. */
export function useUnhealthy(): readonly UnhealthyNumber[] {
  const { data } = useQuery({
    ...readList(listWaiting, { query: {} }),
    select: ({ unhealthy }) => unhealthy,
    enabled: false,
  })
  return data ?? []
}

/** Reads the conversations whose customers wait, longest first, after each `delayMs` while the tab is visible. */
export function useWaiting(delayMs: () => number, enabled = true, { search, number, failure }: InboxSearch = {}) {
  return useQuery({
    ...readList(listWaiting, {
      query: { ...(search && { search }), ...(number && { msgNumber: number }), ...(failure && { failure }) },
    }),
    select: rowsOf,
    refetchInterval: ({ state }) => pollEvery(delayMs())({ state }),
    enabled,
  })
}

function rowsOf({ results, hasMore }: Waiting): InboxRows {
  return {
    rows: results,
    nextCursor: null,
    looked: results.length,
    backTo: null,
    isContinued: false,
    fresh: new Set(),
    hasMore,
  }
}
