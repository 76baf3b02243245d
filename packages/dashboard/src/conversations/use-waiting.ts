import { listWaiting, type Waiting } from '@replywright/contract/dashboard/conversations.ts'
import type { UnhealthyNumber } from '@replywright/contract/number-health.ts'
import type { Ms } from '@replywright/contract/time.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import type { InboxSearch } from './filters.ts'
import type { InboxRows } from './inbox-rows.ts'

/** The numbers with problems, as the list of those who wait has them. Sends no request of its own. */
export const unhealthyQuery = {
  ...readList(listWaiting, { query: {} }),
  select: ({ unhealthy }: Waiting) => unhealthy,
  enabled: false,
} as const

/** The list of those who wait, read again after each `delayMs`. */
export function waitingQuery(delayMs: () => Ms, { search, number, failure }: InboxSearch = {}) {
  return {
    ...readList(listWaiting, {
      query: { ...(search && { search }), ...(number && { msgNumber: number }), ...(failure && { failure }) },
    }),
    select: rowsOf,
    refetchInterval: ({ state }: Parameters<ReturnType<typeof pollEvery>>[0]) => pollEvery(delayMs())({ state }),
  }
}

/** Numbers with problems, which every page shows. Reads nothing by itself. */
export function useUnhealthy(): readonly UnhealthyNumber[] {
  const { data } = useQuery(unhealthyQuery)
  return data ?? []
}

/** Reads the conversations whose customers wait, longest first, after each `delayMs` while the tab is visible. */
export function useWaiting(delayMs: () => Ms, enabled = true, search: InboxSearch = {}) {
  return useQuery({ ...waitingQuery(delayMs, search), enabled })
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
