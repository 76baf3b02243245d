import { CAUSES, type FailureCause } from '@messaging/contract/causes.ts'
import { isoTime } from '../../platform/clock.ts'
import { FIRST_SHARD } from '../shards.ts'
import type { Histogram } from './latency.ts'

export const HOUR_MILLISECONDS = 3_600_000
/** Hours of one item. With more, the item of a busy webhook would exceed 1 KB, one write unit. */
const BLOCK_HOURS = 8
const BLOCK_MILLISECONDS = BLOCK_HOURS * HOUR_MILLISECONDS

/** What is counted of an hour: `c` created, `d` delivered, `f` and a cause failed, `l` and a bucket responses. */
export type Counter = 'c' | 'd' | `f${FailureCause}` | `l${number}`

/** The key of the counters of a webhook in the eight hours that include `at` (milliseconds). */
export function blockKey(webhookId: string, at: number): { pk: string; sk: string } {
  return { pk: `statistics#${webhookId}`, sk: isoTime(Math.floor(at / BLOCK_MILLISECONDS) * BLOCK_MILLISECONDS) }
}

/** Returns the attribute of a counter: the hour within its item, and the counter. */
export function attributeOf(at: number, counter: Counter): string {
  return `${Math.floor(at / HOUR_MILLISECONDS) % BLOCK_HOURS}${counter}`
}

/** Returns the attribute with the position in the stream up to which deliveries of a shard are counted. */
export function positionOf(shard: string): string {
  return shard === FIRST_SHARD ? 'position' : `position${shard}`
}

/** The counters of one hour of one webhook, or of several added up. */
export interface HourCounts {
  readonly created: number
  readonly delivered: number
  readonly failed: Readonly<Partial<Record<FailureCause, number>>>
  readonly latency: Histogram
}

/** Returns the hours of a stored item: the start of each in milliseconds, and its counters. */
export function hoursOfItem(item: Readonly<Record<string, unknown>>): [start: number, HourCounts][] {
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
