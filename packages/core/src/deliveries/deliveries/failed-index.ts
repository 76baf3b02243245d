import type { DeliveryItem } from './delivery-entity.ts'
import { lowestIdAt } from './id-range.ts'

/** Returns the partition of the failure index for failed deliveries of a webhook that were not replayed. */
export function notReplayedOf(webhookId: string): string {
  return webhookId
}

/** Returns the partition of the failure index for failed deliveries of a webhook that were replayed. */
export function replayedOf(webhookId: string): string {
  return `${webhookId}#replayed`
}

/** Returns the attributes that put a delivery that failed at `finishedAt` (milliseconds) into the failure index. */
export function failedEntry(
  { webhookId, id, replayedAs }: Pick<DeliveryItem, 'webhookId' | 'id' | 'replayedAs'>,
  finishedAt: number,
): { failedIn: string; failedAt: string } {
  const failedIn = replayedAs === undefined ? notReplayedOf(webhookId) : replayedOf(webhookId)
  return { failedIn, failedAt: `${timeKey(finishedAt)}#${id}` }
}

/** Returns the first index position of the failures at a time. */
export function positionAt(milliseconds: number): string {
  return `${timeKey(milliseconds)}#${lowestIdAt(0)}`
}

/** A range of failure times in milliseconds; both ends are included. */
export interface FailedRange {
  readonly since: number
  readonly until: number
}

/** Sorts after every continuation of the text before it. */
const AFTER_ALL = '~'

/** Returns the first and last index position of a range; with `after`, the range begins behind that position. */
export function boundsOf({ since, until }: FailedRange, after?: string): { from: string; to: string } {
  return {
    from: after === undefined ? timeKey(since) : `${after}${AFTER_ALL}`,
    to: `${timeKey(until)}#${AFTER_ALL}`,
  }
}

function timeKey(milliseconds: number): string {
  return String(Math.max(0, Math.ceil(milliseconds))).padStart(13, '0')
}
