import type { Delivery, DeliveryAttempt, DeliverySummary } from '@messaging/contract/dashboard/deliveries.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import { settings } from '../../platform/settings.ts'
import { listWebhooksWithLog } from '../webhooks/get-webhook.ts'
import type { AttemptRecord, DeliveryItem } from './delivery-entity.ts'
import { readPayloadIds } from './envelope.ts'
import { explainAttempt, explainDelivery } from './explain.ts'
import { getDelivery, type WholeDelivery } from './get-delivery.ts'
import { type DeliveriesQuery, listDeliveries } from './list-deliveries.ts'
import { deliveryHeaders } from './signature.ts'

/** Returns a page of an organisation's deliveries for the dashboard, newest first. */
export async function viewDeliveries(
  organizationId: string,
  query: DeliveriesQuery,
  now: number,
): Promise<{ results: DeliverySummary[]; nextCursor: string | null }> {
  const [{ items, nextCursor }, webhooks] = await Promise.all([
    listDeliveries(organizationId, query, now),
    listWebhooksWithLog(organizationId),
  ])
  const names = new Map(webhooks.map(({ id, name }) => [id, name]))
  return { results: items.map((item) => summaryOf(item, names.get(item.webhookId) ?? '')), nextCursor }
}

/** Returns a delivery with its request and every attempt. Throws 404 for an unknown, expired or foreign delivery. */
export async function viewDelivery(organizationId: string, id: string, now: number): Promise<Delivery> {
  const whole = await getDelivery(organizationId, id, now)
  const { delivery, webhook, payload } = whole
  const secret = await decryptSecret('webhook-signing', organizationId, webhook.secret)
  return {
    ...summaryOf(delivery, webhook.name),
    url: webhook.url,
    webhookEnabled: webhook.enabled,
    webhookDeleted: webhook.deletedAt !== undefined,
    payload,
    conversationId: delivery.event === 'test.ping' ? null : (readPayloadIds(payload).conversationId ?? null),
    explanation: explainDelivery(delivery),
    attempts: (delivery.attempts ?? []).map((attempt) => attemptOf(whole, attempt, secret)),
    roundStart: delivery.roundStart,
    retryDelaysSeconds: settings.RETRY_DELAYS_SECONDS,
  }
}

function summaryOf(delivery: DeliveryItem, webhookName: string): DeliverySummary {
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    webhookName,
    event: delivery.event,
    status: delivery.status,
    cause: delivery.cause ?? null,
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

function attemptOf(
  { delivery, webhook, payload }: WholeDelivery,
  attempt: AttemptRecord,
  secret: string,
): DeliveryAttempt {
  const { at, durationMs, status, cause, headers, body, bodyCut, bodyLate } = attempt
  const signaturesShown = at >= (webhook.secretSince ?? 0)
  const sent = deliveryHeaders(delivery, payload, secret, Math.floor(at / 1000))
  return {
    at: isoTime(at),
    durationMs,
    status: status ?? null,
    cause: cause ?? null,
    explanation: explainAttempt(attempt),
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
