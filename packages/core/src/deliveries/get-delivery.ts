import { deliveryHeaders } from '@replywright/contract/delivery-headers.ts'
import { maskedUrl } from '@replywright/contract/masked-url.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type {
  Delivery,
  DeliveryAttempt,
  DeliverySummary,
  WebhookDelivery,
  WebhookDeliveryDetails,
} from '@replywright/contract/webhook-deliveries.ts'
import { validate as isUuid } from 'uuid'
import { isLive, isoTime, timeOrNull } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import type { Caller } from '../platform/request.ts'
import { decryptSecret } from '../platform/secrets/secrets.ts'
import { settings } from '../platform/settings.ts'
import { batchGet } from '../platform/table/batch-get.ts'
import { type AttemptRecord, DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { isTest } from './disabling/failure-run.ts'
import { originOf } from './excerpt.ts'
import { explainAttempt, explainDelivery, failureOf } from './explain.ts'
import { getPayload } from './new-delivery.ts'
import { shardsOfId } from './shards.ts'
import { entryOf, isEventBus } from './webhooks/event-bus.ts'
import { maskedHeaders } from './webhooks/headers.ts'
import { listDeletedWebhooks, listWebhooks, type WebhookItem } from './webhooks/webhook-entity.ts'

interface WholeDelivery {
  readonly delivery: DeliveryItem
  readonly webhook: WebhookItem
  /** The exact request body. */
  readonly payload: string
}

/**
 * Returns a delivery with webhook, payload and attempts, with strongly consistent reads.
 * @throws ServiceError 404 for an unknown, expired or foreign delivery
 */
export async function getDelivery(organizationId: string, id: string, now: EpochMs): Promise<WholeDelivery> {
  const found = await findDelivery(organizationId, id, now)
  if (!found) throw notFound('delivery')
  return { ...found, payload: await getPayload(found.delivery) }
}

/** Returns a delivery by id. Only the organisation's webhooks are searched, so a foreign delivery is not found. */
export async function findDelivery(
  organizationId: string,
  id: string,
  now: EpochMs,
): Promise<Omit<WholeDelivery, 'payload'> | undefined> {
  if (!isUuid(id)) return undefined
  return (
    (await findIn(await listWebhooks(organizationId), id, now)) ??
    (await findIn(await listDeletedWebhooks(organizationId), id, now))
  )
}

async function findIn(webhooks: readonly WebhookItem[], id: string, now: EpochMs) {
  if (webhooks.length === 0) return undefined
  const keys = webhooks.flatMap((webhook) =>
    shardsOfId(id, webhook.shards).map((shard) => ({ webhookId: webhook.id, shard, id })),
  )
  const deliveries = await batchGet(keys, (some) => DeliveryEntity.get(some).go({ consistent: true }))
  const delivery = deliveries.find((one) => isLive(one, now))
  const webhook = webhooks.find((one) => one.id === delivery?.webhookId)
  return delivery && webhook && { delivery, webhook }
}

/** `GET /webhook-deliveries/{id}/`. Throws 404 for an unknown, expired or foreign delivery. */
export async function viewDelivery(
  { organizationId, apiKey }: Caller,
  id: string,
  now: EpochMs,
): Promise<WebhookDeliveryDetails | Delivery> {
  const whole = await getDelivery(organizationId, id, now)
  const { delivery, webhook, payload } = whole
  const details = await detailsOf(organizationId, whole)
  if (apiKey) return details
  return {
    ...details,
    ...deliverySummary({ ...delivery, payload }, webhook),
    roundStart: delivery.roundStart,
    // A copy is an additional attempt at the same time.
    retryDelaysSeconds: [...Array<number>(delivery.copies ?? 0).fill(0), ...settings.RETRY_DELAYS_SECONDS],
  }
}

/** Returns a delivery with its request and every attempt. */
async function detailsOf(organizationId: string, whole: WholeDelivery): Promise<WebhookDeliveryDetails> {
  const { delivery, webhook, payload } = whole
  const secret = await decryptSecret('webhook-signing', organizationId, webhook.secret)
  return {
    ...deliveryView({ ...delivery, payload }, webhook),
    url: maskedUrl(webhook.url),
    payload,
    ...explainDelivery(delivery, isEventBus(webhook.url)),
    attempts: (delivery.attempts ?? []).map((attempt) => attemptOf(whole, attempt, secret)),
  }
}

/** Returns the latest attempt of a delivery in a list, if there is one. */
export async function latestAttempt(whole: WholeDelivery): Promise<DeliveryAttempt[]> {
  const { webhook } = whole
  const attempts = whole.delivery.attempts?.slice(-1) ?? []
  if (attempts.length === 0) return []
  const secret = await decryptSecret('webhook-signing', webhook.organizationId, webhook.secret)
  return attempts.map((attempt) => attemptOf(whole, attempt, secret))
}

/** Returns a delivery as a list of the dashboard shows it: the customer's number has a plus. */
export function deliverySummary(delivery: DeliveryItem, webhook: WebhookItem | undefined): DeliverySummary {
  const view = deliveryView(delivery, webhook)
  const { contact } = view
  return {
    ...view,
    contact: contact && { ...contact, phoneNumber: contact.phoneNumber && `+${contact.phoneNumber}` },
    failedCursor: delivery.failedAt ?? null,
  }
}

/** Returns a delivery as lists of the API show it. */
export function deliveryView(delivery: DeliveryItem, webhook: WebhookItem | undefined): WebhookDelivery {
  const origin = originOf(delivery)
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    webhookName: webhook?.name ?? '',
    webhookEnabled: webhook?.enabled ?? false,
    webhookDeleted: webhook?.deletedAt !== undefined,
    event: delivery.event,
    contact: origin && { name: origin.contactName, phoneNumber: origin.contactNumber.replace(/^\+/, '') },
    preview: origin?.preview ?? '',
    mediaType: origin?.mediaType ?? null,
    messageId: origin?.messageId ?? null,
    conversationId: isTest(delivery) ? null : (origin?.conversationId ?? null),
    status: delivery.status,
    cause: failureOf(delivery) ?? null,
    attemptCount: delivery.attemptCount,
    lastStatus: delivery.attempts?.at(-1)?.status ?? null,
    createdAt: isoTime(delivery.createdAt),
    nextAttemptAt: timeOrNull(delivery.nextAttemptAt),
    finishedAt: timeOrNull(delivery.finishedAt),
    originId: delivery.originId ?? null,
    replayedAs: delivery.replayedAs ?? null,
  }
}

/** Headers that depend on the secret at the time of the attempt. */
const SIGNATURES = ['X-Service-Signature', 'webhook-signature']

/** Returns what an event has beside its detail, in the place of headers. */
function entryFields(delivery: DeliveryItem): Record<string, string> {
  const { Source, DetailType, Resources } = entryOf(delivery)
  return { source: Source, 'detail-type': DetailType, resources: Resources.join(', ') }
}

function attemptOf(
  { delivery, webhook, payload }: WholeDelivery,
  attempt: AttemptRecord,
  secret: string,
): DeliveryAttempt {
  const { at, durationMs, status, cause, headers, body, bodyCut, bodyLate } = attempt
  const isBus = isEventBus(webhook.url)
  const signaturesShown = isBus || at >= (webhook.secretSince ?? 0)
  // Which headers an earlier attempt had is not stored.
  const own = at >= (webhook.headersSince ?? 0) ? maskedHeaders(webhook) : {}
  const sent = isBus ? entryFields(delivery) : deliveryHeaders(delivery, payload, secret, Math.floor(at / 1000), own)
  return {
    at: isoTime(at),
    durationMs,
    status: status ?? null,
    cause: cause ?? null,
    ...explainAttempt(attempt, isBus),
    requestHeaders: Object.fromEntries(
      Object.entries(sent).filter(([name]) => signaturesShown || !SIGNATURES.includes(name)),
    ),
    signaturesShown,
    responseHeaders: { ...headers },
    responseBody: body ?? '',
    responseBodyCut: bodyCut ?? false,
    responseBodyLate: bodyLate ?? false,
  }
}
