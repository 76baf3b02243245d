import type { DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'
import type { DeliveriesSearch } from './filters.ts'

/** The displayed rows with their latest state, and the number of newer deliveries that are not displayed. */
interface LiveRows {
  readonly rows: readonly DeliverySummary[]
  readonly newCount: number
}

/**
 * Updates the displayed rows from a later read of the list's beginning, without moving them. Rows that are no longer in
 * the list stay as they were.
 */
export function liveRows(shown: readonly DeliverySummary[], fresh: readonly DeliverySummary[]): LiveRows {
  const latest = new Map(fresh.map((row) => [row.id, row]))
  const known = new Set(shown.map(({ id }) => id))
  const firstKnown = fresh.findIndex(({ id }) => known.has(id))
  return {
    rows: shown.map((row) => latest.get(row.id) ?? row),
    newCount: firstKnown === -1 ? fresh.length : firstKnown,
  }
}

/** Returns the cursor of the page after a row. */
export function cursorAfter(row: DeliverySummary, status: string | undefined): string {
  return status === 'failed' ? (row.failedCursor ?? '') : row.id
}

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
