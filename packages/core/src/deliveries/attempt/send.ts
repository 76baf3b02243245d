import { deliveryHeaders } from '@replywright/contract/delivery-headers.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Answer, sendRequest } from '../../platform/outbound/send-request.ts'
import type { DeliveryItem } from '../delivery-entity.ts'
import { getPayload } from '../new-delivery.ts'
import { isEventBus, mayUseBus } from '../webhooks/event-bus.ts'
import { openRequestSecrets } from '../webhooks/request-secrets.ts'
import { markIfSlow } from '../webhooks/slow-endpoints.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import { notAllowed, putEvent } from './put-event.ts'

/** Time for a 2xx response; a later one is a failure (spec, Delivery mechanism 5). */
export const ATTEMPT_DEADLINE_SECONDS = 10

/** What was sent and what the endpoint answered. */
export interface Sent {
  readonly payload: string
  readonly answer: Answer
  /** When it was sent. */
  readonly at: EpochMs
  /** Whether the endpoint was marked as slow by this answer. */
  readonly isSlow: boolean
}

/** Sends a delivery to its webhook once and waits for the answer. */
export async function sendDelivery(
  { delivery, webhook }: { readonly delivery: DeliveryItem; readonly webhook: WebhookItem },
  clock: Clock,
): Promise<Sent> {
  const [payload, send] = await Promise.all([getPayload(delivery), openDestination(webhook, clock())])
  const at = clock()
  const answering = send(delivery, payload, at)
  const [answer, isSlow] = await Promise.all([answering, markIfSlow(webhook, answering, clock)])
  return { payload, answer, at, isSlow }
}

type Send = (delivery: DeliveryItem, payload: string, at: EpochMs) => Promise<Answer>

/** Returns how to send to a webhook: an event to its bus, or a signed request to its URL. */
async function openDestination(webhook: WebhookItem, now: EpochMs): Promise<Send> {
  const { url } = webhook
  const deadlineMs = ATTEMPT_DEADLINE_SECONDS * 1000
  if (isEventBus(url) && !mayUseBus(webhook.organizationId, url)) return async () => notAllowed()
  if (isEventBus(url)) return (delivery, payload) => putEvent(url, delivery, payload, deadlineMs)
  const { secret, headers: own } = await openRequestSecrets(webhook, now)
  return (delivery, body, at) =>
    sendRequest({ url, headers: deliveryHeaders(delivery, body, secret, Math.floor(at / 1000), own), body, deadlineMs })
}
