import type { DeliveryItem } from './delivery-entity.ts'

/** The partition of the index of failures that holds a webhook's failed deliveries which nobody has replayed. */
export function notReplayedOf(webhookId: string): string {
  return webhookId
}

/** The partition of those that were replayed since. */
export function replayedOf(webhookId: string): string {
  return `${webhookId}#replayed`
}

/** What puts a delivery that failed at `finishedAt` (milliseconds) into the index of failures. */
export function failedEntry(
  { webhookId, id, replayedAs }: Pick<DeliveryItem, 'webhookId' | 'id' | 'replayedAs'>,
  finishedAt: number,
): { failedIn: string; failedAt: string } {
  const failedIn = replayedAs === undefined ? notReplayedOf(webhookId) : replayedOf(webhookId)
  return { failedIn, failedAt: `${beginningOf(finishedAt)}#${id}` }
}

/** When deliveries failed, in milliseconds; both ends are included. */
export interface FailedRange {
  readonly since: number
  readonly until: number
}

/** Sorts behind all that continues what it follows. */
const BEHIND = '~'

/** The first and last place that a range of the index can have; behind the place `after` when there is one. */
export function boundsOf({ since, until }: FailedRange, after?: string): { from: string; to: string } {
  return {
    from: after === undefined ? beginningOf(since) : `${after}${BEHIND}`,
    to: `${beginningOf(until)}#${BEHIND}`,
  }
}

function beginningOf(milliseconds: number): string {
  return String(Math.max(0, Math.ceil(milliseconds))).padStart(13, '0')
}
