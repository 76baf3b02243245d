import type { DeliverySummary } from '@messaging/contract/dashboard/deliveries.ts'
import type { DeliveriesSearch } from './filters.ts'

/** Returns the position of a delivery in a list; undefined if it is not in a list of failed deliveries. */
export function positionOf(
  { id, failedCursor }: Pick<DeliverySummary, 'id' | 'failedCursor'>,
  { status }: DeliveriesSearch,
): string | undefined {
  return status === 'failed' ? (failedCursor ?? undefined) : id
}

/** Returns the first of a page of newer deliveries that is newer: without one, the page is the newest page. */
export function newerOf(
  results: readonly DeliverySummary[],
  position: string,
  search: DeliveriesSearch,
): DeliverySummary | undefined {
  return results.findLast((row) => (positionOf(row, search) ?? '') > position)
}

/** Returns the first of a page of older deliveries. */
export function olderOf(
  results: readonly DeliverySummary[],
  position: string,
  search: DeliveriesSearch,
): DeliverySummary | undefined {
  return results.find((row) => (positionOf(row, search) ?? position) < position)
}
