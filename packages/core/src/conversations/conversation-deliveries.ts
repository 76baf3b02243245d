import type { Envelope } from '@replywright/contract/envelope.ts'
import { findNumber } from '../channel/numbers/numbers.ts'
import { DeliveryEntity, DeliveryPayloadEntity } from '../deliveries/delivery-entity.ts'
import { controlEnvelope, endedEnvelope, humanNeededEnvelope } from '../deliveries/envelope.ts'
import { type NewDelivery, newDelivery, writePayload } from '../deliveries/new-delivery.ts'
import { listWebhooks, type WebhookItem } from '../deliveries/webhooks/webhook-entity.ts'
import { derivedTimeId } from '../platform/clock.ts'
import { recentRetention } from '../platform/retention.ts'
import type { ConversationItem } from './conversation-entity.ts'
import type { Handoff } from './handoff.ts'

/** The entities of a transaction that stores events about a conversation. */
export const EVENT_ENTITIES = { deliveries: DeliveryEntity, payloads: DeliveryPayloadEntity }

/** Returns the webhooks that are subscribed to an event about a conversation and to its number; none on a sandbox number. */
export async function subscribersOf(
  { organizationId, phoneNumberId }: Pick<ConversationItem, 'organizationId' | 'phoneNumberId'>,
  event: Envelope['event'],
): Promise<WebhookItem[]> {
  const webhooks = (await listWebhooks(organizationId)).filter(
    ({ events, allNumbers, phoneNumberIds }) =>
      events.includes(event) && (allNumbers || phoneNumberIds?.includes(phoneNumberId)),
  )
  return webhooks.length > 0 && (await findNumber(phoneNumberId, 'recent'))?.sandbox ? [] : webhooks
}

/**
 * Builds the events that a customer waits for a person, for the webhooks that are subscribed to them and to the number,
 * and stores their payloads. Their ids derive from `cause`.
 */
export async function humanNeededDeliveries(
  conversation: ConversationItem,
  cause: string,
  request: Pick<Handoff, 'reason' | 'summary' | 'since'>,
): Promise<NewDelivery[]> {
  const at = request.since
  const events = await deliveriesOf(conversation, cause, at, humanNeededEnvelope(at, conversation, request))
  await Promise.all(events.map(writePayload))
  return events
}

/** Builds the events that a session has ended, for the same webhooks. Their ids derive from `cause`. `at` in milliseconds. */
export async function endedDeliveries(
  conversation: ConversationItem,
  cause: string,
  at: number,
  ending: Parameters<typeof endedEnvelope>[2],
): Promise<NewDelivery[]> {
  return await deliveriesOf(conversation, cause, at, endedEnvelope(at, conversation, ending))
}

/**
 * Builds the events that another one answers a conversation, for the same webhooks, and stores their payloads. Their ids derive from
 * `cause`. `at` in milliseconds.
 */
export async function controlDeliveries(
  conversation: ConversationItem,
  cause: string,
  at: number,
  change: Parameters<typeof controlEnvelope>[2],
): Promise<NewDelivery[]> {
  const events = await deliveriesOf(conversation, cause, at, controlEnvelope(at, conversation, change))
  await Promise.all(events.map(writePayload))
  return events
}

async function deliveriesOf(
  conversation: ConversationItem,
  cause: string,
  at: number,
  envelope: Envelope,
): Promise<NewDelivery[]> {
  const { organizationId, id: conversationId } = conversation
  const { event } = envelope
  const webhooks = await subscribersOf(conversation, event)
  if (webhooks.length === 0) return []
  const { deliveryDays } = await recentRetention(organizationId, at)
  const payload = JSON.stringify(envelope)
  return webhooks.map(({ id: webhookId }) =>
    newDelivery({
      id: derivedTimeId(at, event, conversationId, cause, webhookId),
      organizationId,
      conversationId,
      webhookId,
      event,
      payload,
      at,
      deliveryDays,
    }),
  )
}
