import { EVENT_NAMES } from '@replywright/contract/envelope.ts'
import { MASKED } from '@replywright/contract/masked-url.ts'
import type { EntityItem } from 'electrodb'
import { validate as isUuid } from 'uuid'
import { invalidField, notFound } from '../../platform/errors.ts'
import { assertAllowedUrl } from '../../platform/outbound/address-guard.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { settings } from '../../platform/settings.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import type { DeliveryItem } from '../delivery-entity.ts'

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

type Headers = Readonly<Record<string, string>>

/**
 * Encrypts the headers of a webhook; a masked value keeps the stored one.
 * @throws ServiceError 400 for a masked value without a stored one
 */
export async function sealHeaders(
  organizationId: string,
  headers: Headers,
  stored: WebhookItem['headers'] = [],
): Promise<NonNullable<WebhookItem['headers']>> {
  const known = new Map(stored.map(({ name, value }) => [name, value]))
  return await Promise.all(
    Object.entries(headers).map(async ([name, value]) => {
      if (value !== MASKED) return { name, value: await encryptSecret('webhook-signing', organizationId, value) }
      const kept = known.get(name)
      if (kept === undefined)
        throw invalidField(`headers.${name}`, 'is masked, but no value is stored; send the value itself')
      return { name, value: kept }
    }),
  )
}

/** Returns the headers that a webhook adds to its requests. */
export async function openHeaders({ organizationId, headers = [] }: WebhookItem): Promise<Headers> {
  const opened = await Promise.all(
    headers.map(
      async ({ name, value }) => [name, await decryptSecret('webhook-signing', organizationId, value)] as const,
    ),
  )
  return Object.fromEntries(opened)
}

/** Returns the headers of a webhook without their values. */
export function maskedHeaders({ headers = [] }: Pick<WebhookItem, 'headers'>): Headers {
  return Object.fromEntries(headers.map(({ name }) => [name, MASKED]))
}

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

/**
 * Checks a webhook's URL: an http(s) URL with a public address, the ARN of an allowed event bus, or empty. Returns false if its
 * host has no address, which is allowed.
 * @throws ServiceError 400 for `url`
 */
export async function assertDestination(organizationId: string, url: string): Promise<boolean> {
  if (url === '') return true
  if (!isEventBus(url)) return await assertAllowedUrl(url)
  // Names no allowed bus, because they can belong to other organisations.
  if (!mayUseBus(organizationId, url))
    throw invalidField(
      'url',
      'is not the ARN of an allowed event bus; the operator adds it to the setting eventBusArns',
    )
  return true
}

/** Returns whether the operator allows an organisation to send to an event bus: `EVENT_BUS_ARNS` is `<arn>=<id>+<id>,<arn>=*`. */
export function mayUseBus(organizationId: string, arn: string): boolean {
  const entry = settings.EVENT_BUS_ARNS.find((bus) => bus.startsWith(`${arn}=`))
  const organizations = entry?.slice(arn.length + 1).split('+') ?? []
  return organizations.includes('*') || organizations.includes(organizationId)
}

/** Returns whether a webhook's URL is the ARN of an Amazon EventBridge bus. */
export function isEventBus(url: string): boolean {
  return url.startsWith('arn:')
}

/** The source of all events. A rule for one webhook matches its resources, too. */
const SOURCE = 'replywright'

/** Returns what the entry of a delivery has beside the payload, its `detail`. The delivery's id is the same in every attempt. */
export function entryOf({ id, webhookId, event }: Pick<DeliveryItem, 'id' | 'webhookId' | 'event'>) {
  return { Source: SOURCE, DetailType: event, Resources: [`webhook/${webhookId}`, `delivery/${id}`] }
}
