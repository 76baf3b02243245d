import { createWriteTransaction } from 'electrodb'
import { SANDBOX_PHONE_NUMBER_ID } from '../channel/numbers/sandbox-number.ts'
import { DeliveryEntity } from '../deliveries/delivery-entity.ts'
import { humanNeededEnvelope } from '../deliveries/envelope.ts'
import { type NewDelivery, writePayload } from '../deliveries/new-delivery.ts'
import { mailWaiting } from '../people/notices/mail-waiting.ts'
import { log } from '../platform/log/log.ts'
import { transact } from '../platform/table/transact.ts'
import { conversationDeliveries } from './conversation-deliveries.ts'
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
  const isStored = [conversation.handoff, ...(conversation.pastHandoffs ?? [])].some((one) => one?.id === handoff.id)
  if (!isStored) await mailMembers(conversation, handoff)
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

/**
 * Stores that no agent answers because a limit is reached, and the event for webhooks, in one write. Does nothing in a
 * conversation that needs a person already. `cause` is the id of the turn, `now` in milliseconds.
 */
export async function stopAtLimit(
  conversation: ConversationItem,
  cause: string,
  reachedLimit: string,
  now: number,
): Promise<void> {
  const { organizationId, id, humanNeededSince } = conversation
  if (humanNeededSince !== undefined && conversation.reachedLimit === reachedLimit) return
  const request = { reason: reachedLimit, summary: '', since: now }
  const events = await humanNeededDeliveries(conversation, cause, request)
  await Promise.all(events.map(writePayload))
  await mailMembers(conversation, request)
  const transaction = createWriteTransaction(
    { conversations: ConversationEntity, deliveries: DeliveryEntity },
    ({ conversations, deliveries }) => [
      conversations
        .patch({ organizationId, id })
        .set({
          humanNeededSince: now,
          reachedLimit,
          failure: { cause: 'limit', at: now },
          ...waitingEntry(conversation, now),
        })
        .where((stored, { eq, notExists }) =>
          humanNeededSince === undefined
            ? notExists(stored.humanNeededSince)
            : eq(stored.humanNeededSince, humanNeededSince),
        )
        .commit(),
      ...events.map(({ delivery }) => deliveries.create(delivery).commit()),
    ],
  )
  // A refusal means that another write of the conversation came first.
  if (await transact(() => transaction.go())) log('conversation.human_needed', { deliveries: events.length })
}

/**
 * Mails the members who want it that a customer waits. Called before the write that lets the customer wait, so that a crash
 * between the two repeats a mail and loses none. Sandbox numbers have no customers.
 */
export async function mailMembers(
  { organizationId, id, phoneNumberId, contactName, contactNumber }: ConversationItem,
  { reason, since }: Pick<Handoff, 'reason' | 'since'>,
): Promise<void> {
  if (phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)) return
  const name = contactName || (contactNumber ? `+${contactNumber}` : '')
  await mailWaiting(organizationId, { conversationId: id, name, reason }, since)
}

/** Builds the events for the webhooks that are subscribed to them and to the number. Their ids derive from `cause`. */
export async function humanNeededDeliveries(
  conversation: ConversationItem,
  cause: string,
  request: Pick<Handoff, 'reason' | 'summary' | 'since'>,
): Promise<NewDelivery[]> {
  const at = request.since
  return await conversationDeliveries(conversation, EVENT, cause, at, humanNeededEnvelope(at, conversation, request))
}
