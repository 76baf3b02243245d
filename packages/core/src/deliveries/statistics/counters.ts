import { CAUSES, type FailureCause } from '@replywright/contract/causes.ts'
import { LEAST_SAMPLES } from '@replywright/contract/dashboard/statistics.ts'
import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { isoTime, timeOfId } from '../../platform/clock.ts'
import { FIRST_SHARD } from '../shards.ts'

export const HOUR_MILLISECONDS = 3_600_000
/** Hours of one item. With more, the item of a busy webhook would exceed 1 KB, one write unit. */
const BLOCK_HOURS = 8
const BLOCK_MILLISECONDS = BLOCK_HOURS * HOUR_MILLISECONDS

/** What is counted of an hour: `c` created, `d` delivered, `f` and a cause failed, `l` and a bucket responses. */
export type Counter = 'c' | 'd' | `f${FailureCause}` | `l${number}`

/** The key of the counters of a webhook in the eight hours that include `at`. */
export function blockKey(webhookId: string, at: EpochMs): { pk: string; sk: string } {
  return { pk: `statistics#${webhookId}`, sk: isoTime(Math.floor(at / BLOCK_MILLISECONDS) * BLOCK_MILLISECONDS) }
}

/** Returns the attribute of a counter: the hour within its item, and the counter. */
export function attributeOf(at: EpochMs, counter: Counter): string {
  return `${Math.floor(at / HOUR_MILLISECONDS) % BLOCK_HOURS}${counter}`
}

/** Returns the attribute with the position in the stream up to which deliveries of a shard are counted. */
export function positionOf(shard: string): string {
  return shard === FIRST_SHARD ? 'position' : `position${shard}`
}

/** The key of the results of a bulk replay. Those of a webhook have the same `pk`. */
export function replayKey(webhookId: string, replayId: string): { pk: string; sk: string } {
  return { pk: `statistics#${webhookId}#replays`, sk: replayId }
}

/** Returns the attribute of a counter in the results of a bulk replay, or undefined if they do not have it. */
export function replayAttributeOf(counter: Counter): 'delivered' | 'failed' | undefined {
  if (counter === 'd') return 'delivered'
  return counter.startsWith('f') ? 'failed' : undefined
}

/** The counters of one hour of one webhook, or of several added up. */
export interface HourCounts {
  readonly created: number
  readonly delivered: number
  readonly failed: Readonly<Partial<Record<FailureCause, number>>>
  readonly latency: Histogram
}

/** Returns the hours of a stored item: the start of each, and its counters. */
export function hoursOfItem(item: Readonly<Record<string, unknown>>): [start: EpochMs, HourCounts][] {
  const begin = Date.parse(String(item.sk))
  return Array.from({ length: BLOCK_HOURS }, (_, hour) => {
    const count = (counter: Counter) => Number(item[`${hour}${counter}`] ?? 0)
    const buckets = Object.keys(item).flatMap((name) => (name.startsWith(`${hour}l`) ? [Number(name.slice(2))] : []))
    return [
      begin + hour * HOUR_MILLISECONDS,
      {
        created: count('c'),
        delivered: count('d'),
        failed: Object.fromEntries(
          CAUSES.map((cause) => [cause, count(`f${cause}`)] as const).filter(([, n]) => n > 0),
        ),
        latency: Object.fromEntries(buckets.map((bucket) => [bucket, count(`l${bucket}`)])),
      },
    ]
  })
}

/** Upper bounds of the latency histogram in milliseconds. An attempt takes at most 10 seconds. */
const BOUNDS = [
  5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000,
] as const
const LAST = BOUNDS.length - 1

/** Counts by bucket. */
export type Histogram = Readonly<Record<number, number>>

/** Returns the bucket of a latency. */
export function bucketOf(milliseconds: Ms): number {
  const bucket = BOUNDS.findIndex((bound) => milliseconds <= bound)
  return bucket < 0 ? LAST : bucket
}

/** Returns the estimated latency below which `share` (0 to 1) of the responses are, or null with too few responses. */
export function percentile(histogram: Histogram, share: number): number | null {
  const counts = BOUNDS.map((_, bucket) => histogram[bucket] ?? 0)
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total < LEAST_SAMPLES) return null
  const wanted = share * total
  let below = 0
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const [from, to] = [BOUNDS[bucket - 1] ?? 0, BOUNDS[bucket] ?? 0]
      return Math.round(from + ((to - from) * (wanted - below)) / count)
    }
    below += count
  }
  return null
}

/** A write of a delivery, as the counters that it changes. */
export interface Change {
  readonly webhookId: string
  /** The shard of the webhook's log. */
  readonly shard: string
  /** The time of the event. Lists of deliveries filter by it, too. */
  readonly at: EpochMs
  /** The bulk replay that made the delivery. */
  readonly replayId?: string
  /** Its position in the shard of the stream; sorts as text. */
  readonly position: string
  readonly counts: readonly (readonly [counter: Counter, by: 1 | -1])[]
}

/** Digits of the longest sequence number. */
const SEQUENCE_DIGITS = 40

/**
 * Returns what a stream record changes, or undefined if it changes no counter. A new delivery has no attempt; one with
 * attempts was copied from a backup and has been counted. Test events are not counted.
 */
export function changeOf({ eventName, eventSourceARN = '', dynamodb }: DynamoDBRecord): Change | undefined {
  const image = dynamodb?.NewImage
  const [webhookId, id] = [image?.w?.S, image?.i?.S]
  if (!image || !webhookId || !id || image.e?.S === 'test.ping' || image.b?.BOOL || !dynamodb.SequenceNumber)
    return undefined
  const counts = eventName === 'INSERT' ? countsOfNew(image) : countsOfResult(image)
  const at = timeOfId(id)
  if (counts.length === 0 || !Number.isFinite(at)) return undefined
  // The label of a stream is the time of its creation. A restored table has a new stream with lower numbers.
  const label = eventSourceARN.split('/stream/')[1] ?? ''
  const position = `${label}#${dynamodb.SequenceNumber.padStart(SEQUENCE_DIGITS, '0')}`
  const replayId = image.d?.S
  return { webhookId, shard: image.h?.S ?? FIRST_SHARD, at, ...(replayId && { replayId }), position, counts }
}

type Image = Readonly<Record<string, AttributeValue>>
type Counts = Change['counts']

function countsOfNew({ n, s }: Image): Counts {
  return n?.N === '0' && s?.S === 'pending' ? [['c', 1]] : []
}

/** Returns the counters of a changed result (`changedFrom` of the delivery). */
function countsOfResult({ y, s, k, a, n, u }: Image): Counts {
  const from = y?.S
  if (from === undefined) return []
  const earlier = isCause(from) ? [[`f${from}`, -1] as const] : []
  const cause = k?.S
  const now: Counts = s?.S === 'delivered' ? [['d', 1]] : s?.S === 'failed' && isCause(cause) ? [[`f${cause}`, 1]] : []
  if (now.length === 0) return earlier
  // The failure has counted the attempts before a late success.
  const uncounted = earlier.length > 0 ? 1 : Number(n?.N) - Number(u?.N)
  const attempts = uncounted > 0 ? (a?.L ?? []).slice(-uncounted) : []
  return [...earlier, ...now, ...attempts.flatMap(({ M = {} }) => latencyOf(M))]
}

/** Counts attempts with a response and timeouts. A refused connection says nothing about the time of a response. */
function latencyOf({ d, s, k }: Image): Counts {
  const milliseconds = Number(d?.N)
  return (s?.N !== undefined || k?.S === 'timeout') && milliseconds >= 0 ? [[`l${bucketOf(milliseconds)}`, 1]] : []
}

function isCause(text: string | undefined): text is FailureCause {
  return CAUSES.some((cause) => cause === text)
}
