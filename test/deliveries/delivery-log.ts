import type { Cloud } from '@replywright/cloud'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { MAX_DELIVERY_DAYS } from '@replywright/contract/retention.ts'
import { DeliveryEntity } from '@replywright/core/deliveries/delivery-entity.ts'
import { failedEntry } from '@replywright/core/deliveries/index-range.ts'
import { newDelivery } from '@replywright/core/deliveries/new-delivery.ts'
import { FIRST_SHARD } from '@replywright/core/deliveries/shards.ts'
import { derivedTimeId, expiryAfter } from '@replywright/core/platform/clock.ts'
import * as v from 'valibot'
import type { DashboardSession } from '../dashboard/session.ts'
import { storedItems } from '../support/stored-items.ts'
import { batchWriter } from '../support/write-batches.ts'

/** Milliseconds between two deliveries. */
const INTERVAL_MS = 60_000

/** The usual size of an event about a message. */
const PAYLOAD = JSON.stringify({ event: 'message.received', message: { body: 'Where is my order? '.repeat(20) } })

export interface DeliveryLog {
  readonly webhookId: string
  /** The number of deliveries, one minute apart, the latest one minute before `now` (milliseconds). */
  readonly count: number
  readonly now: number
  /** Every n-th delivery failed; the others were delivered. */
  readonly failedEvery: number
}

/** Stores deliveries that ended at their first attempt in a webhook's log, as after weeks of use. */
export async function fillDeliveryLog(cloud: Cloud, log: DeliveryLog): Promise<void> {
  await batchWriter(cloud).write(Array.from({ length: log.count }, (_, index) => deliveryItem(log, index + 1)))
}

/** Writes `count` pending deliveries as the ingress does, so that they are sent to the webhook. */
export async function sendDeliveries(
  cloud: Cloud,
  { organizationId, webhookId }: { readonly organizationId: string; readonly webhookId: string },
  count: number,
): Promise<void> {
  const items = storedItems(cloud)
  const at = Date.now()
  const deliveries = Array.from({ length: count }, (_, index) =>
    newDelivery({
      deliveryDays: 30,
      id: derivedTimeId(at, webhookId, String(index)),
      organizationId,
      webhookId,
      event: 'message.received',
      payload: PAYLOAD,
      at,
    }),
  )
  await Promise.all(deliveries.map(({ delivery }) => items.put(DeliveryEntity.create(delivery).params().Item)))
}

/**
 * Returns the creation time of the `index`-th delivery, counted from the latest, in the format of the filters `since`
 * and `until`.
 */
export function minuteOf({ now }: DeliveryLog, index: number): string {
  return new Date(now - index * INTERVAL_MS).toISOString()
}

function deliveryItem({ webhookId, now, failedEvery }: DeliveryLog, index: number): Record<string, unknown> {
  const createdAt = now - index * INTERVAL_MS
  const hasFailed = index % failedEvery === 0
  const id = derivedTimeId(createdAt, webhookId, String(index))
  const { Item } = DeliveryEntity.put({
    webhookId,
    shard: FIRST_SHARD,
    id,
    event: 'message.received',
    payload: PAYLOAD,
    createdAt,
    status: hasFailed ? 'failed' : 'delivered',
    attemptCount: 1,
    roundStart: 0,
    finishedAt: createdAt + 80,
    attempts: [{ at: createdAt + 40, durationMs: 40, status: hasFailed ? 404 : 200 }],
    ...(hasFailed && { cause: 'client_error', ...failedEntry({ webhookId, id }, createdAt + 80) }),
    expiresAt: expiryAfter(createdAt, MAX_DELIVERY_DAYS),
  }).params()
  return Item
}

export interface ReadPage {
  /** The number of deliveries on the page. */
  readonly shown: number
  readonly nextCursor: string | null
  /** Read units of DynamoDB, by the cloud's ledger. */
  readonly readUnits: number
}

/** Reads one page of the deliveries as the dashboard does, without concurrent reads. */
export async function readDeliveriesPage(
  { ledger, resource }: Cloud,
  session: DashboardSession,
  query: Readonly<Record<string, string>>,
): Promise<ReadPage> {
  const { physicalId: reader } = resource('DashboardWebhookDeliveriesListFunction', 'AWS::Lambda::Function')
  const unitsSoFar = () => ledger.snapshot().callers[reader]?.readUnits ?? 0
  const before = unitsSoFar()
  const { body } = await session.call('GET', `/v1/webhook-deliveries/?${new URLSearchParams(query)}`)
  const { results, nextCursor } = v.parse(dashboardEndpoints['webhook-deliveries/list'].response, body)
  return { shown: results.length, nextCursor, readUnits: unitsSoFar() - before }
}
