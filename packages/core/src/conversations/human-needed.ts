import { createWriteTransaction } from 'electrodb'
import { findNumber } from '../channel/numbers/find-number.ts'
import { DeliveryEntity } from '../deliveries/delivery-entity.ts'
import { humanNeededEnvelope } from '../deliveries/envelope.ts'
import { type NewDelivery, newDelivery, writePayload } from '../deliveries/new-delivery.ts'
import { listWebhooks } from '../deliveries/webhooks/get-webhook.ts'
import { derivedTimeId } from '../platform/clock.ts'
import { log } from '../platform/log/log.ts'
import { recentRetention } from '../platform/retention/retention.ts'
import { transact } from '../platform/table/transact.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { ConversationEventEntity, newEvent } from './conversation-event-entity.ts'
import type { Handoff } from './handoff.ts'
import { waitingEntry } from './waiting-entry.ts'

const EVENT = 'conversation.human_needed'

/** Stores that an agent asked for a person, which pauses it, and the event for webhooks: once, in one write. */
export async function handOffToHuman(conversation: ConversationItem, handoff: Handoff): Promise<void> {
  const { organizationId, id } = conversation
  const { agentId, reason, summary, since } = handoff
  const [event, events] = await Promise.all([
    newEvent(conversation, handoff.id, {}, since),
    humanNeededDeliveries(conversation, handoff.id, handoff),
  ])
  await Promise.all(events.map(writePayload))
  const transaction = createWriteTransaction(
    { conversations: ConversationEntity, notes: ConversationEventEntity, deliveries: DeliveryEntity },
    ({ conversations, notes, deliveries }) => [
      conversations
        .patch({ organizationId, id })
        .set({ handoff, eventId: handoff.id, ...waitingEntry(conversation, since) })
        .commit(),
      notes.create({ ...event, kind: 'human-needed', agentId, reason, summary }).commit(),
      ...events.map(({ delivery }) => deliveries.create(delivery).commit()),
    ],
  )
  // A refusal means that an earlier run of the turn has written it. The conversation may be handed back since.
  if (await transact(() => transaction.go())) log('conversation.human_needed', { agentId, deliveries: events.length })
}

/** Builds the events for the webhooks that are subscribed to them and to the number. Their ids derive from `cause`. */
export async function humanNeededDeliveries(
  conversation: ConversationItem,
  cause: string,
  request: Pick<Handoff, 'reason' | 'summary' | 'since'>,
): Promise<NewDelivery[]> {
  const { organizationId, id: conversationId, phoneNumberId } = conversation
  const at = request.since
  const webhooks = (await listWebhooks(organizationId)).filter(
    ({ events, allNumbers, phoneNumberIds }) =>
      events.includes(EVENT) && (allNumbers || phoneNumberIds?.includes(phoneNumberId)),
  )
  if (webhooks.length === 0 || (await findNumber(phoneNumberId, 'recent'))?.sandbox) return []
  const { deliveryDays } = await recentRetention(organizationId, at)
  const payload = JSON.stringify(humanNeededEnvelope(at, conversation, request))
  return webhooks.map(({ id: webhookId }) =>
    newDelivery({
      id: derivedTimeId(at, EVENT, conversationId, cause, webhookId),
      organizationId,
      conversationId,
      webhookId,
      event: EVENT,
      payload,
      at,
      deliveryDays,
    }),
  )
}
