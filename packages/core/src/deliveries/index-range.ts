import type { EpochMs } from '@replywright/contract/time.ts'
import type { Direction } from '../platform/paging/newest-first.ts'
import type { DeliveryItem } from './delivery-entity.ts'

/** Keys of an index from `first` to `last`, both included. Empty if `first` sorts after `last`. */
export interface IndexRange {
  readonly first: string
  readonly last: string
}

/** Sorts after every continuation of the text before it. */
const AFTER_ALL = '~'

/** Returns the part of a range that lies behind `from`, which is excluded, in a direction. */
export function rangeBehind({ first, last }: IndexRange, from: string | undefined, direction: Direction): IndexRange {
  if (from === undefined) return { first, last }
  if (direction === 'newer') return { first: highestOf([first, `${from}${AFTER_ALL}`]), last }
  return { first, last: lowestOf([last, justBelow(from)]) }
}

/** Returns the keys that every range includes. */
export function intersection(ranges: readonly IndexRange[]): IndexRange {
  return { first: highestOf(ranges.map(({ first }) => first)), last: lowestOf(ranges.map(({ last }) => last)) }
}

function highestOf(keys: readonly string[]): string {
  return keys.reduce((highest, key) => (key > highest ? key : highest))
}

function lowestOf(keys: readonly string[]): string {
  return keys.reduce((lowest, key) => (key < lowest ? key : lowest))
}

/** Returns a text that sorts directly below `key`, because a range includes its ends. */
function justBelow(key: string): string {
  return `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}${AFTER_ALL}`
}

/** Every id of a delivery. */
export const EVERY_ID: IndexRange = { first: '0', last: 'g' }

/** Returns a text that sorts before every delivery id of that time or later: ids begin with 48 bits of milliseconds. */
export function firstIdAt(at: EpochMs): string {
  const time = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Returns the lowest id of a delivery of that time: ids are UUIDs of version 7 or 8. */
export function lowestIdAt(at: EpochMs): string {
  return `${firstIdAt(at)}-7000-8000-000000000000`
}

/** Returns the partition of the failure index for failed deliveries of a webhook that were not replayed. */
export function notReplayedOf(webhookId: string): string {
  return webhookId
}

/** Returns the partition of the failure index for failed deliveries of a webhook that were replayed. */
export function replayedOf(webhookId: string): string {
  return `${webhookId}#replayed`
}

/** Returns the attributes that put a delivery that failed at `finishedAt` into the failure index. */
export function failedEntry(
  { webhookId, id, replayedAs }: Pick<DeliveryItem, 'webhookId' | 'id' | 'replayedAs'>,
  finishedAt: EpochMs,
): { failedIn: string; failedAt: string } {
  const failedIn = replayedAs === undefined ? notReplayedOf(webhookId) : replayedOf(webhookId)
  return { failedIn, failedAt: `${timeKey(finishedAt)}#${id}` }
}

/** Returns the first position in the failure index of the failures at a time. */
export function positionAt(at: EpochMs): string {
  return `${timeKey(at)}#${lowestIdAt(0)}`
}

/** Times of failures; both ends are included. */
export interface FailedTimes {
  readonly since: EpochMs
  readonly until: EpochMs
}

/** Returns the positions of failures in the failure index. */
export function failedRange({ since, until }: FailedTimes): IndexRange {
  return { first: timeKey(since), last: `${timeKey(until)}#${AFTER_ALL}` }
}

function timeKey(at: EpochMs): string {
  return String(Math.max(0, Math.ceil(at))).padStart(13, '0')
}
