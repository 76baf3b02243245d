import { validate as isUuid } from 'uuid'
import { notFound } from '../../platform/errors.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

/**
 * The organisation's webhook, read strongly, so that disabling it and rotating its secret take effect at once. Null for one
 * that was deleted.
 */
export async function findWebhook(organizationId: string, id: string): Promise<WebhookItem | null> {
  if (!isUuid(id)) return null
  const { data } = await WebhookEntity.get({ organizationId, id }).go({ consistent: true })
  return data?.deletedAt === undefined ? data : null
}

/** As `findWebhook`; 404 for an unknown or foreign one. */
export async function getWebhook(organizationId: string, id: string): Promise<WebhookItem> {
  const webhook = await findWebhook(organizationId, id)
  if (!webhook) throw notFound('webhook')
  return webhook
}

/** All webhooks of an organisation: at most 50. */
export async function listWebhooks(organizationId: string): Promise<WebhookItem[]> {
  return (await listWebhooksWithLog(organizationId)).filter(({ deletedAt }) => deletedAt === undefined)
}

/** Those too that were deleted and whose deliveries are still kept. */
export async function listWebhooksWithLog(organizationId: string): Promise<WebhookItem[]> {
  const { data } = await WebhookEntity.query.byId({ organizationId }).go({ pages: 'all', consistent: true })
  return data
}

/** Returns the ids of the webhooks that listen to all numbers of an organisation. */
export async function listenersToAll(organizationId: string): Promise<string[]> {
  const webhooks = await listWebhooks(organizationId)
  return webhooks
    .filter(({ allNumbers, events }) => allNumbers && events.includes('message.received'))
    .map(({ id }) => id)
}
