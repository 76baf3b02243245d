import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { CAUSES, type FailureCause } from '@replywright/contract/causes.ts'
import {
  PERIODS,
  type Period,
  type Statistics,
  type WebhookResults,
} from '@replywright/contract/dashboard/statistics.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import { expiryAfter, isoTime } from '../../platform/clock.ts'
import { table } from '../../platform/table/table.ts'
import { getWebhook, type WebhookItem } from '../webhooks/webhook-entity.ts'
import {
  attributeOf,
  blockKey,
  type Change,
  changeOf,
  HOUR_MILLISECONDS,
  type HourCounts,
  hoursOfItem,
  percentile,
  positionOf,
  replayAttributeOf,
  replayKey,
} from './counters.ts'

/** Returns the statistics of a webhook. Costs 0.5 to 10 read units, by the period and the traffic. */
export async function viewStatistics(
  organizationId: string,
  id: string,
  period: Period,
  now: EpochMs,
): Promise<Statistics> {
  const webhook = await getWebhook(organizationId, id)
  return summarize([await readCounts(webhook.id, startOf(period, now))], period, now)
}

/** Returns the statistics of webhooks together, and of each that has deliveries. */
export async function viewAllStatistics(
  webhooks: readonly WebhookItem[],
  period: Period,
  now: EpochMs,
): Promise<Statistics & { webhooks: WebhookResults[] }> {
  const since = startOf(period, now)
  const read = await Promise.all(
    webhooks.map(async (webhook) => ({ webhook, counts: await readCounts(webhook.id, since) })),
  )
  const all = summarize(
    read.map(({ counts }) => counts),
    period,
    now,
  )
  const each = read.map(({ webhook: { id, name, enabled, deletedAt }, counts }) => {
    const hours = [...counts].flatMap(([start, hour]) => (start >= since ? [hour] : []))
    return { id, name, enabled, deleted: deletedAt !== undefined, ...resultsOf(hours) }
  })
  return {
    ...all,
    webhooks: each
      .filter(({ delivered, failed, pending }) => delivered + failed + pending > 0)
      .toSorted((one, other) => other.failed - one.failed || other.delivered - one.delivered),
  }
}

/** A delivery is kept for 30 days. Its last result may be counted later. */
const KEPT_DAYS = 33

/**
 * Adds a batch of stream records to the counters of their webhooks, with one write for each webhook, eight hours and
 * shard of the log, and to the results of their bulk replays, with one write for each. Lambda retries the whole batch if a write fails. An item has the position of the last record that it
 * counts of each shard, so no record is counted twice. Deliveries of one shard have neighbouring keys, so their records
 * come in order; those of other shards can come from another shard of the stream, in any order.
 */
export async function countChanges(event: DynamoDBStreamEvent): Promise<void> {
  const changes = event.Records.flatMap((record) => changeOf(record) ?? [])
  const items = Map.groupBy(changes.flatMap(additionsOf), ({ key: { pk, sk }, shard }) => [pk, sk, shard].join())
  const written = await Promise.allSettled([...items.values()].map(addToItem))
  const failed = written.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** What a change adds to one item of counters. */
interface Addition extends Pick<Change, 'shard' | 'at' | 'position'> {
  readonly key: { readonly pk: string; readonly sk: string }
  readonly counts: readonly (readonly [attribute: string, by: 1 | -1])[]
}

function additionsOf({ webhookId, replayId, counts, ...change }: Change): Addition[] {
  const { at } = change
  const ofHour = counts.map(([counter, by]) => [attributeOf(at, counter), by] as const)
  const ofReplay = counts.flatMap(([counter, by]) => {
    const attribute = replayAttributeOf(counter)
    return attribute ? [[attribute, by] as const] : []
  })
  return [
    { ...change, key: blockKey(webhookId, at), counts: ofHour },
    ...(replayId && ofReplay.length > 0 ? [{ ...change, key: replayKey(webhookId, replayId), counts: ofReplay }] : []),
  ]
}

/** Makes additions to one item of one shard, in the order of the stream, without those that it already counts. */
async function addToItem(additions: readonly Addition[]): Promise<void> {
  const [first, last] = [additions.at(0), additions.at(-1)]
  if (!first || !last) return
  const position = positionOf(first.shard)
  const sums = new Map<string, number>()
  for (const [name, by] of additions.flatMap(({ counts }) => counts)) sums.set(name, (sums.get(name) ?? 0) + by)
  const added = [...sums].filter(([, by]) => by !== 0)
  const add = added.length > 0 ? ` ADD ${added.map((_, index) => `#${index} :${index}`).join(', ')}` : ''
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.table,
        Key: first.key,
        UpdateExpression: `SET #position = :last, #expiresAt = :expiresAt${add}`,
        ConditionExpression: 'attribute_not_exists(#position) OR #position < :first',
        ExpressionAttributeNames: {
          '#position': position,
          '#expiresAt': 'expiresAt',
          ...Object.fromEntries(added.map(([name], index) => [`#${index}`, name])),
        },
        ExpressionAttributeValues: {
          ':first': first.position,
          ':last': last.position,
          ':expiresAt': expiryAfter(first.at, KEPT_DAYS),
          ...Object.fromEntries(added.map(([, by], index) => [`:${index}`, by])),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    )
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    const counted = error.Item?.[position]?.S
    if (counted === undefined) throw error
    await addToItem(additions.filter((addition) => addition.position > counted))
  }
}

/** Returns the start of the first hour of a period that ends with the current hour. */
export function startOf(period: Period, now: EpochMs): EpochMs {
  return (Math.floor(now / HOUR_MILLISECONDS) - PERIODS[period].hours + 1) * HOUR_MILLISECONDS
}

/** Returns the statistics of one webhook, or of several together. */
export function summarize(webhooks: readonly Hours[], period: Period, now: EpochMs): Statistics {
  const { hours, step } = PERIODS[period]
  const since = startOf(period, now)
  const each = Array.from({ length: hours }, (_, hour) => {
    const start = since + hour * HOUR_MILLISECONDS
    return webhooks.flatMap((counts) => counts.get(start) ?? [])
  })
  const counts = each.flat()
  return {
    since: isoTime(since),
    ...resultsOf(counts),
    causes: CAUSES.map((cause) => ({ cause, count: failuresOf(counts, cause) }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count),
    points: Array.from({ length: hours / step }, (_, index) => ({
      start: isoTime(since + index * step * HOUR_MILLISECONDS),
      ...resultsOf(each.slice(index * step, (index + 1) * step).flat()),
    })),
  }
}

/** Returns the results of hours together. */
function resultsOf(hours: readonly HourCounts[]) {
  const sum = (of: (hour: HourCounts) => number) => hours.reduce((total, hour) => total + of(hour), 0)
  const delivered = sum((hour) => hour.delivered)
  const failed = sum(failedIn)
  // Deliveries that were not sent because the endpoint was disabled are not results of the endpoint.
  const finished = delivered + failed - failuresOf(hours, 'webhook_disabled')
  const latency: Record<number, number> = {}
  for (const hour of hours)
    for (const [bucket, count] of Object.entries(hour.latency))
      latency[Number(bucket)] = (latency[Number(bucket)] ?? 0) + count
  return {
    delivered,
    failed,
    // A result can be counted whose creation was before the counters began.
    pending: sum((hour) => Math.max(0, hour.created - hour.delivered - failedIn(hour))),
    successRate: finished === 0 ? null : delivered / finished,
    p50: percentile(latency, 0.5),
    p95: percentile(latency, 0.95),
  }
}

function failedIn({ failed }: HourCounts): number {
  return Object.values(failed).reduce((total, count) => total + count, 0)
}

function failuresOf(hours: readonly HourCounts[], cause: FailureCause): number {
  return hours.reduce((total, { failed }) => total + (failed[cause] ?? 0), 0)
}

/** The counters of a webhook by the start of the hour; hours without deliveries may be absent. */
export type Hours = ReadonlyMap<EpochMs, HourCounts>

/** Returns the counters since an hour: about a read unit for each ten items of eight hours. */
export async function readCounts(webhookId: string, since: EpochMs): Promise<Hours> {
  const { pk, sk } = blockKey(webhookId, since)
  const hours = new Map<number, HourCounts>()
  let start: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.table,
        KeyConditionExpression: 'pk = :pk AND sk >= :sk',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
        ExclusiveStartKey: start,
      }),
    )
    for (const [hour, counts] of Items.flatMap(hoursOfItem)) hours.set(hour, counts)
    start = LastEvaluatedKey
  } while (start !== undefined)
  return hours
}
