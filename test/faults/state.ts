import { ListSchedulesCommand } from '@aws-sdk/client-scheduler'
import { ConversationEntity, type ConversationItem } from '@replywright/core/conversations/conversation-entity.ts'
import {
  ConversationEventEntity,
  type ConversationEventItem,
} from '@replywright/core/conversations/conversation-event-entity.ts'
import { CONVERSATIONS } from '@replywright/core/conversations/customers/new-conversation.ts'
import { MessageEntity, type MessageItem } from '@replywright/core/conversations/messages/message-entity.ts'
import { DeliveryEntity, type DeliveryItem } from '@replywright/core/deliveries/delivery-entity.ts'
import { getPayload } from '@replywright/core/deliveries/new-delivery.ts'
import { allShards } from '@replywright/core/deliveries/shards.ts'
import { readCounts, startOf, summarize } from '@replywright/core/deliveries/statistics/statistics.ts'
import { countConsecutiveFailures } from '@replywright/core/deliveries/webhooks/view-webhooks.ts'
import { findWebhook, type WebhookItem } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import { countOfShards } from '@replywright/core/platform/paging/counter-entity.ts'
import { takeBusEvents } from '../support/bus-events.ts'
import type { Tenant } from './tenant.ts'
import type { TestBed } from './test-bed.ts'

export interface StoredDelivery {
  /** The index of its webhook, counted from 0. */
  readonly to: number
  readonly item: DeliveryItem
  /** The exact request body. */
  readonly payload: string
}

/** All stored data of a tenant. */
export interface State {
  readonly conversation: ConversationItem | null
  /** The organisation's count of conversations. */
  readonly conversations: number
  readonly messages: readonly MessageItem[]
  /** The events of the conversation that the dashboard shows. */
  readonly events: readonly ConversationEventItem[]
  readonly deliveries: readonly StoredDelivery[]
  readonly webhooks: readonly WebhookItem[]
  /** The consecutive failures of each webhook. */
  readonly failures: readonly number[]
  /** The counters of each webhook that contradict its deliveries. */
  readonly miscounts: readonly string[]
  /** Whether the conversation's service window has a schedule. */
  readonly scheduled: boolean
}

export async function readState(
  { scheduler, scheduleGroup, service, sqs, busEvents }: TestBed,
  { organizationId, conversationId, webhooks }: Tenant,
): Promise<State> {
  const NamePrefix = `window-${derivedId('window', organizationId, conversationId)}`
  const items = await Promise.all(webhooks.map(({ id }) => findWebhook(organizationId, id)))
  const [conversation, conversations, messages, events, deliveries, { Schedules = [] }] = await Promise.all([
    ConversationEntity.get({ organizationId, id: conversationId }).go({ consistent: true }),
    countOfShards(organizationId, CONVERSATIONS),
    MessageEntity.query.byId({ organizationId, conversationId }).go({ pages: 'all', consistent: true }),
    ConversationEventEntity.query.byId({ organizationId, conversationId }).go({ pages: 'all', consistent: true }),
    Promise.all(webhooks.map(({ id }, to) => readDeliveries(id, items[to] ?? {}, to))),
    scheduler.send(new ListSchedulesCommand({ GroupName: scheduleGroup, NamePrefix })),
  ])
  if (webhooks.some(({ isBus }) => isBus)) busEvents.push(...(await takeBusEvents(service.cloud, sqs)))
  const stored = items.filter((item) => item !== null)
  return {
    conversation: conversation.data,
    conversations,
    messages: messages.data,
    events: events.data,
    deliveries: deliveries.flat(),
    webhooks: stored,
    failures: await Promise.all(stored.map(failuresOf)),
    miscounts: (await Promise.all(webhooks.map(({ id }, to) => miscountsOf(id, deliveries[to] ?? [])))).flat(),
    scheduled: Schedules.length > 0,
  }
}

async function failuresOf(webhook: WebhookItem): Promise<number> {
  return await countConsecutiveFailures(webhook, Date.now())
}

/** Compares the counters of a webhook with its deliveries. */
async function miscountsOf(webhookId: string, deliveries: readonly StoredDelivery[]): Promise<string[]> {
  const now = Date.now()
  const { delivered, failed, pending, causes } = summarize(
    [await readCounts(webhookId, startOf('30d', now))],
    '30d',
    now,
  )
  const counted = [
    `delivered ${delivered}`,
    `pending ${pending}`,
    ...causes.map(({ cause, count }) => `${cause} ${count}`),
  ]
  const has = (status: DeliveryItem['status']) => deliveries.filter(({ item }) => item.status === status)
  const failures = Map.groupBy(has('failed'), ({ item }) => item.cause)
  const stored = [
    `delivered ${has('delivered').length}`,
    `pending ${has('pending').length}`,
    ...[...failures].map(([cause, { length }]) => `${cause} ${length}`),
  ]
  const [is, should] = [counted.toSorted().join(', '), stored.toSorted().join(', ')]
  return is === should && failed === has('failed').length
    ? []
    : [`${webhookId} counts ${is}; its deliveries: ${should}`]
}

async function readDeliveries(
  webhookId: string,
  webhook: Parameters<typeof allShards>[0],
  to: number,
): Promise<StoredDelivery[]> {
  // A throttled write can have raised the number of shards.
  const shards = allShards(webhook)
  const parts = await Promise.all(
    shards.map((shard) => DeliveryEntity.query.byId({ webhookId, shard }).go({ pages: 'all', consistent: true })),
  )
  const items = parts.flatMap(({ data }) => data)
  return await Promise.all(items.map(async (item) => ({ to, item, payload: await getPayload(item) })))
}
