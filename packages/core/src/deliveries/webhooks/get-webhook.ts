import { type EventName, eventsAbout } from '@messaging/contract/envelope.ts'
import { validate as isUuid } from 'uuid'
import { notFound } from '../../platform/errors.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

/** Returns the webhook; null if unknown or deleted. Strongly consistent: disabling and rotation take effect at once. */
export async function findWebhook(organizationId: string, id: string): Promise<WebhookItem | null> {
  if (!isUuid(id)) return null
  const { data } = await WebhookEntity.get({ organizationId, id }).go({ consistent: true })
  return data?.deletedAt === undefined ? data : null
}

/** Returns the organisation's webhook. Throws 404 for an unknown or foreign one. */
export async function getWebhook(organizationId: string, id: string): Promise<WebhookItem> {
  const webhook = await findWebhook(organizationId, id)
  if (!webhook) throw notFound('webhook')
  return webhook
}

/** Returns all webhooks of an organisation, at most 50. */
export async function listWebhooks(organizationId: string): Promise<WebhookItem[]> {
  return (await listWebhooksWithLog(organizationId)).filter(({ deletedAt }) => deletedAt === undefined)
}

/** Returns the webhooks of an organisation, or only `id`, including deleted ones whose deliveries are still kept. */
export async function listWebhooksWithLog(organizationId: string, id?: string): Promise<WebhookItem[]> {
  if (id !== undefined) {
    if (!isUuid(id)) return []
    const { data } = await WebhookEntity.get({ organizationId, id }).go({ consistent: true })
    return data ? [data] : []
  }
  const { data } = await WebhookEntity.query.byId({ organizationId }).go({ pages: 'all', consistent: true })
  return data
}

/** Returns the ids of the webhooks that are subscribed to all numbers of an organisation. */
export async function listenersToAll(organizationId: string): Promise<Record<SubscriptionKind, string[]>> {
  const webhooks = (await listWebhooks(organizationId)).filter(({ allNumbers }) => allNumbers)
  const listening = (kind: SubscriptionKind) =>
    webhooks.filter(({ events }) => isSubscribed(kind, events)).map(({ id }) => id)
  return { inbound: listening('inbound'), outbound: listening('outbound') }
}

/** Subscriptions that numbers store: to `message.received`, and to any event of outbound messages. */
export const SUBSCRIPTION_KINDS = ['inbound', 'outbound'] as const
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number]

const EVENTS_OF: Record<SubscriptionKind, readonly EventName[]> = {
  inbound: ['message.received'],
  outbound: eventsAbout('outbound'),
}

export function isSubscribed(kind: SubscriptionKind, events: readonly EventName[]): boolean {
  return EVENTS_OF[kind].some((event) => events.includes(event))
}

export interface WebhookKey {
  readonly organizationId: string
  readonly webhookId: string
}

/** A minute: readers find deliveries in fewer shards, too. */
const recent = new ShortCache<number>(60_000)

/** Returns the number of shards of a webhook's log, at most a minute old. `now` in milliseconds. */
export async function recentShards({ organizationId, webhookId: id }: WebhookKey, now: number): Promise<number> {
  return await recent.getOrRead(id, now, async () => {
    const { data } = await WebhookEntity.get({ organizationId, id }).go({ attributes: ['shards'] })
    return data?.shards ?? 1
  })
}

export function forgetRecent({ webhookId }: WebhookKey): void {
  recent.delete(webhookId)
}
