import { maskedUrl } from '@replywright/contract/masked-url.ts'
import type { PageQuery, PageResponse } from '@replywright/contract/page.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Webhook, WebhookHealth } from '@replywright/contract/webhooks.ts'
import { createSandboxNumber, listNumbers } from '../../channel/numbers/numbers.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { InternalError, invalidField } from '../../platform/errors.ts'
import type { Caller } from '../../platform/request.ts'
import { Revised } from '../../platform/revision.ts'
import { DeliveryEntity } from '../delivery-entity.ts'
import { type FinalOutcome, failuresInARow, isTest } from '../disabling/failure-run.ts'
import { listFinalOutcomes } from '../disabling/final-outcome-entity.ts'
import { allShards } from '../shards.ts'
import { readCounts, startOf, summarize } from '../statistics/statistics.ts'
import { maskedHeaders } from './headers.ts'
import { isSubscribed, type SubscriptionKind, subscribedNumbers } from './subscriptions.ts'
import { getWebhook, listWebhooks, type WebhookItem } from './webhook-entity.ts'

/** Returns the ids of the webhooks that are subscribed to all numbers of an organisation. */
export async function listenersToAll(organizationId: string): Promise<Record<SubscriptionKind, string[]>> {
  const webhooks = (await listWebhooks(organizationId)).filter(({ allNumbers }) => allNumbers)
  const listening = (kind: SubscriptionKind) =>
    webhooks.filter(({ events }) => isSubscribed(kind, events)).map(({ id }) => id)
  return { inbound: listening('inbound'), outbound: listening('outbound') }
}

/** Creates the organisation's sandbox number unless it exists, with the webhooks that listen to all numbers. */
export async function ensureSandboxNumber(organizationId: string, now: EpochMs) {
  return await createSandboxNumber(organizationId, listenersToAll, now)
}

/** `GET /webhooks/`: oldest first, by offset alone. */
export async function viewWebhooksPage(
  caller: Caller,
  { offset, limit }: PageQuery,
  now: EpochMs,
): Promise<PageResponse<Webhook>> {
  const webhooks = await oldestFirst(caller.organizationId)
  const end = offset + limit
  const results = await webhookViews(caller, webhooks.slice(offset, end), now)
  return { count: webhooks.length, results, nextCursor: end < webhooks.length ? '' : null }
}

async function oldestFirst(organizationId: string): Promise<WebhookItem[]> {
  return (await listWebhooks(organizationId)).toSorted((a, b) => a.createdAt - b.createdAt)
}

/** Returns a webhook with its health and revision. */
export async function revisedWebhook(caller: Caller, webhook: WebhookItem, now: EpochMs): Promise<Revised<Webhook>> {
  return new Revised(await webhookView(caller, webhook, now), webhook.revision ?? 0)
}

/** Returns the settings of a webhook as its view shows them, without reading its health. */
export async function webhookSettings({ organizationId }: Caller, id: string) {
  const webhook = await getWebhook(organizationId, id)
  const { name, url, events } = webhook
  return { id, name, url, events, numbers: (await numbersOf(organizationId, [webhook])).get(id) ?? 'all' }
}

export async function webhookView(caller: Caller, webhook: WebhookItem, now: EpochMs): Promise<Webhook> {
  const [view] = await webhookViews(caller, [webhook], now)
  if (!view) throw new InternalError(`webhook ${webhook.id} has no view`)
  return view
}

async function webhookViews(caller: Caller, webhooks: readonly WebhookItem[], now: EpochMs): Promise<Webhook[]> {
  const [numbers, read] = await Promise.all([
    numbersOf(caller.organizationId, webhooks),
    Promise.all(webhooks.map(async (webhook) => ({ webhook, health: await readHealth(webhook, now) }))),
  ])
  return read.map(({ webhook, health }) => ({
    id: webhook.id,
    name: webhook.name,
    url: caller.permission === 'full' ? webhook.url : maskedUrl(webhook.url),
    events: webhook.events,
    numbers: numbers.get(webhook.id) ?? 'all',
    enabled: webhook.enabled,
    disabledAt: timeOrNull(webhook.disabledAt),
    disabledReason: webhook.disabledReason ?? null,
    createdAt: isoTime(webhook.createdAt),
    isOwn: webhook.userId === caller.userId,
    headers: maskedHeaders(webhook),
    replayId: webhook.replayId ?? null,
    health,
  }))
}

/** Returns the digits of the numbers of each webhook; webhooks that are subscribed to all numbers are absent. */
async function numbersOf(organizationId: string, webhooks: readonly WebhookItem[]): Promise<Map<string, string[]>> {
  const some = webhooks.filter(({ allNumbers }) => !allNumbers)
  if (some.length === 0) return new Map()
  const numbers = await listNumbers(organizationId)
  const stored = await subscribedNumbers(
    some.filter(({ phoneNumberIds }) => phoneNumberIds === undefined).map(({ id }) => id),
    numbers.map(({ phoneNumberId }) => phoneNumberId),
  )
  return new Map(
    some.map(({ id, phoneNumberIds }) => {
      const ids = phoneNumberIds ?? stored.get(id) ?? []
      return [id, numbers.filter(({ phoneNumberId }) => ids.includes(phoneNumberId)).map(({ number }) => number)]
    }),
  )
}

type EnabledWebhook = Pick<WebhookItem, 'id' | 'enabledAt' | 'shards'>

/** Deliveries that are searched for the latest success. */
const SEARCHED = 100

/**
 * Returns the health of a webhook. Costs 1.5 read units, and for a webhook whose last outcome is a failure a query of
 * its latest 100 deliveries.
 */
async function readHealth(webhook: EnabledWebhook, now: EpochMs): Promise<WebhookHealth> {
  const [counts, outcomes] = await Promise.all([
    readCounts(webhook.id, startOf('24h', now)),
    listFinalOutcomes(webhook.id),
  ])
  const lastFailure = outcomes.find(({ kind }) => kind === 'failed')
  const { successRate, delivered, failed, points } = summarize([counts], '24h', now)
  return {
    successRate,
    succeeded: delivered,
    failed,
    lastFailureAt: timeOrNull(lastFailure?.finishedAt),
    lastFailureId: lastFailure?.deliveryId ?? null,
    consecutiveFailures: await consecutiveFailures(outcomes, webhook, 1, now),
    hours: points.map(({ start, ...hour }) => ({
      hour: start,
      delivered: hour.delivered,
      failed: hour.failed,
      pending: hour.pending,
    })),
  }
}

/**
 * Returns the consecutive failures of a webhook, at most 20. Fewer than `atLeast` may include failures before the
 * latest success.
 */
export async function countConsecutiveFailures(webhook: EnabledWebhook, now: EpochMs, atLeast = 1): Promise<number> {
  return await consecutiveFailures(await listFinalOutcomes(webhook.id), webhook, atLeast, now)
}

async function consecutiveFailures(
  outcomes: readonly FinalOutcome[],
  webhook: EnabledWebhook,
  atLeast: number,
  now: EpochMs,
): Promise<number> {
  const failures = failuresInARow(outcomes, webhook).length
  if (failures < atLeast) return failures
  // A success usually leaves no outcome.
  return failuresInARow(outcomes, webhook, await findLatestSuccess(webhook, now)).length
}

/** Returns the end of the latest success among the latest deliveries, or 0 if there is none. */
async function findLatestSuccess(webhook: EnabledWebhook, now: EpochMs): Promise<EpochMs> {
  const latest = await Promise.all(
    allShards(webhook).map((shard) =>
      DeliveryEntity.query
        .byId({ webhookId: webhook.id, shard })
        .where(({ expiresAt }, { gt }) => gt(expiresAt, Math.floor(now / 1000)))
        .go({ order: 'desc', limit: SEARCHED, attributes: ['event', 'test', 'status', 'finishedAt'] }),
    ),
  )
  const succeededAt = latest
    .flatMap(({ data }) => data)
    .map((one) => (one.status === 'delivered' && !isTest(one) ? (one.finishedAt ?? 0) : 0))
  return Math.max(0, ...succeededAt)
}

/** The latest deliveries of each shard that are read. */
const LATEST = 20

/** Returns when the latest attempt before `until` began, or undefined if none is known. */
export async function lastAttemptBefore(webhook: WebhookItem, until: EpochMs): Promise<EpochMs | undefined> {
  const latest = await Promise.all(
    allShards(webhook).map((shard) =>
      DeliveryEntity.query.byId({ webhookId: webhook.id, shard }).go({ order: 'desc', limit: LATEST }),
    ),
  )
  const times = latest.flatMap(({ data }) => data.flatMap(({ attempts = [] }) => attempts.map(({ at }) => at)))
  const before = times.filter((at) => at < until)
  return before.length === 0 ? undefined : Math.max(...before)
}

/** Returns provider ids of numbers by digits. Throws 400 at `numbers.<index>` for one that the organisation lacks. */
export async function phoneNumberIdsOf(
  organizationId: string,
  numbers: readonly string[] | 'all',
): Promise<readonly string[] | 'all'> {
  if (numbers === 'all') return numbers
  const known = new Map((await listNumbers(organizationId)).map((one) => [one.number, one.phoneNumberId]))
  const ids = numbers.map((digits, index) => {
    const phoneNumberId = known.get(digits)
    if (!phoneNumberId) throw invalidField(`numbers.${index}`, 'no such number in this organisation')
    return phoneNumberId
  })
  return [...new Set(ids)]
}
