import type { Envelope, EventName } from '@messaging/contract/envelope.ts'
import { findNumber } from '../channel/numbers/find-number.ts'
import { type NewDelivery, newDelivery } from '../deliveries/new-delivery.ts'
import { listWebhooks } from '../deliveries/webhooks/get-webhook.ts'
import type { WebhookItem } from '../deliveries/webhooks/webhook-entity.ts'
import { derivedTimeId } from '../platform/clock.ts'
import { recentRetention } from '../platform/retention/retention.ts'
import type { ConversationItem } from './conversation-entity.ts'

/** Returns the webhooks that are subscribed to an event about a conversation and to its number; none on a sandbox number. */
export async function subscribersOf(
  { organizationId, phoneNumberId }: Pick<ConversationItem, 'organizationId' | 'phoneNumberId'>,
  event: EventName,
): Promise<WebhookItem[]> {
  const webhooks = (await listWebhooks(organizationId)).filter(
    ({ events, allNumbers, phoneNumberIds }) =>
      events.includes(event) && (allNumbers || phoneNumberIds?.includes(phoneNumberId)),
  )
  return webhooks.length > 0 && (await findNumber(phoneNumberId, 'recent'))?.sandbox ? [] : webhooks
}

/** Builds an event about a conversation for its subscribers. Their ids derive from `cause`. `at` in milliseconds. */
export async function conversationDeliveries(
  conversation: ConversationItem,
  event: EventName,
  cause: string,
  at: number,
  envelope: Envelope,
): Promise<NewDelivery[]> {
  const { organizationId, id: conversationId } = conversation
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
