import { listWaiting, type Waiting } from '@replywright/contract/dashboard/conversations.ts'
import type { UnhealthyNumber } from '@replywright/contract/number-health.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/call.ts'
import type { InboxSearch } from './filters.ts'
import type { InboxRows } from './inbox-rows.ts'

/** Numbers with problems, which every page shows. Reads nothing by itself. */
export function useUnhealthy(pollMs: number): readonly UnhealthyNumber[] {
  const { data } = useQuery({
    ...readList(listWaiting, { query: {} }),
    select: ({ unhealthy }) => unhealthy,
    refetchInterval: pollMs,
    enabled: false,
  })
  return data ?? []
}

/** Reads the conversations that wait for a person, longest first, every `pollMs` while the tab is visible. */
export function useWaiting(pollMs: number, enabled = true, { search, number, failure }: InboxSearch = {}) {
  return useQuery({
    ...readList(listWaiting, {
      query: { ...(search && { search }), ...(number && { msgNumber: number }), ...(failure && { failure }) },
    }),
    select: rowsOf,
    refetchInterval: pollMs,
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
