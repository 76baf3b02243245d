import { EVENT_NAMES } from '@replywright/contract/envelope.ts'
import type { EntityItem } from 'electrodb'
import { validate as isUuid } from 'uuid'
import { notFound } from '../../platform/errors.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

/** Disabled by the service after too many consecutive failures, or by a user. */
const DISABLED_REASONS = ['consecutive_failures', 'manual'] as const

/** Mails to the owner: about to be disabled, disabled by the service, enabled again after that. */
const NOTICES = ['failing', 'disabled', 'enabled'] as const
export type NoticeKind = (typeof NOTICES)[number]

const attributes = {
  organizationId: { type: 'string', required: true, readOnly: true },
  id: { type: 'string', required: true, readOnly: true },
  /** The owner: only API keys of this user may route conversations to it. */
  userId: { type: 'string', required: true },
  name: { type: 'string', required: true },
  /** The endpoint's URL or the ARN of an event bus; empty if its deliveries are only stored. */
  url: { type: 'string', required: true },
  /** Encrypted, purpose `webhook-signing`. */
  secret: { type: 'string', required: true },
  /** The time of the last rotation, and its request; absent for the first secret. */
  secretSince: { type: 'number' },
  rotationId: { type: 'string' },
  /** Headers of each request. Values are encrypted, purpose `webhook-signing`. Absent without any. */
  headers: {
    type: 'list',
    items: {
      type: 'map',
      properties: { name: { type: 'string', required: true }, value: { type: 'string', required: true } },
    },
  },
  /** When the headers were changed last. */
  headersSince: { type: 'number' },
  /** The secret and the headers, encrypted with a data key for deliveries (`request-secrets.ts`). Absent before the first one. */
  sealed: { type: 'string' },
  enabled: { type: 'boolean', required: true },
  /** The time and reason of disabling; absent while it is enabled. */
  disabledAt: { type: 'number' },
  disabledReason: { type: DISABLED_REASONS },
  /** The time of the last enabling: attempts that began before do not count towards disabling it. */
  enabledAt: { type: 'number' },
  /** The delivery whose worker checks whether to disable it, and the end of that lock: one check at a time. */
  checkedBy: { type: 'string' },
  checkUntil: { type: 'number' },
  /** The first delivery of the latest failure run that its owner was warned about. */
  warnedFor: { type: 'string' },
  /** The mail that its owner is to get, since when, and the claim of its sender. Absent once it is sent. */
  noticeKind: { type: NOTICES },
  noticeAt: { type: 'number' },
  noticeBy: { type: 'string' },
  noticeUntil: { type: 'number' },
  /** The running bulk replay of its failed deliveries: one at a time. */
  replayId: { type: 'string' },
  /** Whether it is subscribed to every present and future number of the organisation. */
  allNumbers: { type: 'boolean' },
  /** Otherwise the numbers to which it is subscribed; absent in older webhooks that do not store them. */
  phoneNumberIds: { type: 'list', items: { type: 'string' } },
  /** The number of shards of its log (`shards.ts`), 1 if absent, and when it was raised last. */
  shards: { type: 'number' },
  shardsRaisedAt: { type: 'number' },
  /** Until when its messages are in the queue of slow endpoints (`slow-endpoints.ts`). */
  slowUntil: { type: 'number' },
  /** The number of changes to events or numbers, which detects concurrent changes. */
  revision: { type: 'number' },
  events: { type: 'set', items: EVENT_NAMES, required: true },
  createdAt: { type: 'number', required: true, readOnly: true },
  /** Present once it is deleted, with the end of its storage. */
  deletedAt: { type: 'number' },
  expiresAt: expiresAtAttribute,
} as const

/**
 * A customer's endpoint. Access: by id within its organisation; all of an organisation (at most 50). A deletion replaces it by
 * a `DeletedWebhookEntity`.
 */
export const WebhookEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'webhook', version: '1' },
  attributes,
  indexes: {
    byId: { pk: key('pk', 'o#${organizationId}'), sk: key('sk', 'webhook#${id}') },
  },
}))

/**
 * A deleted webhook, whose deliveries stay readable. Apart from the others, so that no list reads it. Access: by id within its
 * organisation; all of an organisation. Stored as long as the last of its deliveries.
 */
export const DeletedWebhookEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'deletedWebhook', version: '1' },
  attributes,
  indexes: {
    byId: { pk: key('pk', 'o#${organizationId}'), sk: key('sk', 'deletedWebhook#${id}') },
  },
}))
export type WebhookItem = EntityItem<typeof WebhookEntity>

/** Returns the webhook; null if unknown or deleted. Strongly consistent: disabling and rotation take effect at once. */
export async function findWebhook(organizationId: string, id: string): Promise<WebhookItem | null> {
  if (!isUuid(id)) return null
  const { data } = await WebhookEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** Returns the organisation's webhook. Throws 404 for an unknown or foreign one. */
export async function getWebhook(organizationId: string, id: string): Promise<WebhookItem> {
  const webhook = await findWebhook(organizationId, id)
  if (!webhook) throw notFound('webhook')
  return webhook
}

/** Returns all webhooks of an organisation, at most 50. Deleted ones cost nothing. */
export async function listWebhooks(organizationId: string): Promise<WebhookItem[]> {
  const { data } = await WebhookEntity.query.byId({ organizationId }).go({ pages: 'all', consistent: true })
  return data
}

/** Returns the deleted webhooks of an organisation whose deliveries are still kept. */
export async function listDeletedWebhooks(organizationId: string): Promise<WebhookItem[]> {
  const { data } = await DeletedWebhookEntity.query.byId({ organizationId }).go({ pages: 'all', consistent: true })
  return data
}

/** Returns the webhooks of an organisation, including deleted ones whose deliveries are still kept. */
export async function listWebhooksWithLog(organizationId: string): Promise<WebhookItem[]> {
  const lists = await Promise.all([listWebhooks(organizationId), listDeletedWebhooks(organizationId)])
  return lists.flat()
}

/** Returns a webhook, also if it was deleted and its deliveries are still kept, or null. */
export async function findWebhookWithLog(organizationId: string, id: string): Promise<WebhookItem | null> {
  const found = await findWebhook(organizationId, id)
  if (found || !isUuid(id)) return found
  const { data } = await DeletedWebhookEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}
