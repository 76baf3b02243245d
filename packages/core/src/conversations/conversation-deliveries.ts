import type { Envelope } from '@replywright/contract/envelope.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { findNumber } from '../channel/numbers/numbers.ts'
import { humanNeededEnvelope } from '../deliveries/envelope.ts'
import { type NewDelivery, newDeliveries, writePayloads } from '../deliveries/new-delivery.ts'
import { listWebhooks, type WebhookItem } from '../deliveries/webhooks/webhook-entity.ts'
import type { ConversationItem } from './conversation-entity.ts'
import type { Handoff } from './handoff.ts'

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
 * Builds the events about a conversation for the webhooks that are subscribed to them. Their ids derive from `cause`.
 */
export async function conversationDeliveries(
  conversation: ConversationItem,
  cause: string,
  at: EpochMs,
  envelope: Envelope,
): Promise<NewDelivery[]> {
  const webhooks = await subscribersOf(conversation, envelope.event)
  return await newDeliveries(webhooks, { about: conversation.id, cause, at, envelope })
}

/** Builds the events that a customer waits for a person, and stores their payloads. Their ids derive from `cause`. */
export async function humanNeededDeliveries(
  conversation: ConversationItem,
  cause: string,
  request: Pick<Handoff, 'reason' | 'summary' | 'since'>,
): Promise<NewDelivery[]> {
  const { since } = request
  const envelope = humanNeededEnvelope(since, conversation, request)
  const deliveries = await conversationDeliveries(conversation, cause, since, envelope)
  await writePayloads(deliveries)
  return deliveries
}
