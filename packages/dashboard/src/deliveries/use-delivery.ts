import { getDelivery, listDeliveries } from '@replywright/contract/dashboard/deliveries.ts'
import type { Delivery, DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { read } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import type { ResultOf } from '../api/send.ts'

const POLL_MS = 1_500

/** Reads a delivery, and polls it until it ends. Updates its row in displayed lists at the same time. */
export function useDelivery(id: string) {
  const queries = useQueryClient()
  const query = useQuery({
    ...read(getDelivery, { params: { id } }),
    refetchInterval: ({ state }) => !isFinal(state.data) && pollEvery(POLL_MS)({ state }),
  })
  const { data } = query
  useEffect(() => {
    if (!data) return
    const lists = { queryKey: [listDeliveries.path] }
    const pages = queries.getQueriesData<ResultOf<typeof listDeliveries>>(lists)
    const isListed = pages.some(([, page]) => page?.results.some((row) => row.id === data.id))
    if (isListed)
      queries.setQueriesData<ResultOf<typeof listDeliveries>>(
        lists,
        (page) =>
          page && { ...page, results: page.results.map((row) => (row.id === data.id ? summary(row, data) : row)) },
      )
    else if (pages.length > 0) void queries.invalidateQueries(lists)
  }, [data, queries])
  return query
}

function isFinal(delivery: Delivery | undefined): boolean {
  return delivery?.status === 'delivered' || delivery?.status === 'failed'
}

/** Returns the row with the state of the delivery. */
function summary(row: DeliverySummary, delivery: Delivery): DeliverySummary {
  const { status, cause, attemptCount, lastStatus, nextAttemptAt, finishedAt, replayedAs, failedCursor } = delivery
  return { ...row, status, cause, attemptCount, lastStatus, nextAttemptAt, finishedAt, replayedAs, failedCursor }
}
