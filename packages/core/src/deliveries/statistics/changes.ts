import { CAUSES, type FailureCause } from '@messaging/contract/causes.ts'
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { timeOfId } from '../../platform/clock.ts'
import { FIRST_SHARD } from '../shards.ts'
import type { Counter } from './counters.ts'
import { bucketOf } from './latency.ts'

/** A write of a delivery, as the counters that it changes. */
export interface Change {
  readonly webhookId: string
  /** The shard of the webhook's log. */
  readonly shard: string
  /** The time of the event in milliseconds. Lists of deliveries filter by it, too. */
  readonly at: number
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
  return { webhookId, shard: image.h?.S ?? FIRST_SHARD, at, position, counts }
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
