import type { Conversation } from '@messaging/contract/conversations.ts'
import type { HandedBackConversation } from '@messaging/contract/takeover.ts'
import { createWriteTransaction } from 'electrodb'
import type { Caller } from '../platform/caller.ts'
import { derivedTimeId } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { transact } from '../platform/table/transact.ts'
import { authorOf } from './author.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { ConversationEventEntity, newEvent } from './conversation-event-entity.ts'
import { conversationView } from './conversation-view.ts'
import { getConversation } from './get-conversation.ts'
import { endedHandoffs } from './handoff.ts'
import { removeWaitingEntry, WAITING_ENTRY } from './waiting-entry.ts'

const MINUTE_MILLISECONDS = 60_000
/** The duration of a takeover after the owner of the number wrote in the provider's app. */
const OWNER_TAKEOVER_MINUTES = 10

const entities = { conversations: ConversationEntity, events: ConversationEventEntity }

/** `POST /conversations/{id}/takeover/`: pauses the agent for `durationMinutes` from now, once per `eventId`. */
export async function takeOver(
  caller: Caller,
  { id, durationMinutes, eventId }: { readonly id: string; readonly durationMinutes: number; readonly eventId: string },
  now: number,
): Promise<Conversation> {
  const { organizationId } = caller
  const { conversation, number } = await getConversation(organizationId, id)
  const author = authorOf(caller)
  const humanTakeoverUntil = now + durationMinutes * MINUTE_MILLISECONDS
  const event = await newEvent(conversation, eventId, author, now)
  const transaction = createWriteTransaction(entities, ({ conversations, events }) => [
    conversations
      .patch({ organizationId, id })
      .set({ humanTakeoverUntil, takenOverBy: author, personSession: conversation.sessionId, eventId })
      .remove(['humanNeededSince'])
      .commit(),
    events.create({ ...event, kind: 'taken-over', until: humanTakeoverUntil }).commit(),
  ])
  // A refusal means that an earlier run of this request has written the event.
  if (await transact(() => transaction.go()))
    log('conversation.taken_over', { organizationId, conversationId: id, durationMinutes })
  if (conversation.waitingAt !== undefined) await removeWaitingEntry(conversation)
  return await conversationView({ ...conversation, humanTakeoverUntil }, number, now)
}

/**
 * Takes a conversation over after the owner wrote the message `messageId` at `sentAt` in the provider's app. A longer
 * takeover stays. An event is stored unless the conversation is taken over already.
 */
export async function takeOverByOwner(
  conversation: Pick<ConversationItem, 'organizationId' | 'id' | 'sessionId' | 'humanTakeoverUntil'>,
  messageId: string,
  sentAt: number,
): Promise<void> {
  const { organizationId, id, sessionId, humanTakeoverUntil: current = 0 } = conversation
  const until = sentAt + OWNER_TAKEOVER_MINUTES * MINUTE_MILLISECONDS
  if (current > sentAt) {
    await ConversationEntity.patch({ organizationId, id })
      .set({ humanTakeoverUntil: until })
      .where(
        ({ humanTakeoverUntil }, { notExists, lt }) =>
          `${notExists(humanTakeoverUntil)} OR ${lt(humanTakeoverUntil, until)}`,
      )
      .go({ returnOnConditionCheckFailure: true })
    return
  }
  const eventId = derivedTimeId(sentAt, 'taken-over', id, messageId)
  const event = await newEvent(conversation, eventId, {}, sentAt)
  const transaction = createWriteTransaction(entities, ({ conversations, events }) => [
    conversations
      .patch({ organizationId, id })
      .set({ humanTakeoverUntil: until, takenOverBy: {}, personSession: sessionId, eventId })
      .where(
        ({ humanTakeoverUntil }, { notExists, lt }) =>
          `${notExists(humanTakeoverUntil)} OR ${lt(humanTakeoverUntil, until)}`,
      )
      .commit(),
    events.create({ ...event, kind: 'taken-over', until }).commit(),
  ])
  await transact(() => transaction.go())
}

/**
 * `POST /conversations/{id}/handback/`: ends a takeover, and the pause of an agent that asked for a person. Stores an
 * event if there was one of them. Throws 400
 * if `contactNumber` is the number of another contact; `''` is accepted.
 */
export async function handBack(
  caller: Caller,
  { id, contactNumber, eventId }: { readonly id: string; readonly contactNumber: string; readonly eventId: string },
  now: number,
): Promise<HandedBackConversation> {
  const { organizationId } = caller
  const { conversation, number } = await getConversation(organizationId, id)
  if (contactNumber !== '' && contactNumber !== conversation.contactNumber)
    throw invalidField('contact.phoneNumber', "must be the number of the conversation's contact")
  if ((conversation.humanTakeoverUntil ?? 0) > now || conversation.handoff) {
    const event = await newEvent(conversation, eventId, authorOf(caller), now)
    const transaction = createWriteTransaction(entities, ({ conversations, events }) => [
      conversations
        .patch({ organizationId, id })
        .set({ eventId, ...(conversation.handoff && { pastHandoffs: endedHandoffs(conversation, now) }) })
        .remove(['humanTakeoverUntil', 'takenOverBy', 'humanNeededSince', 'handoff', ...WAITING_ENTRY])
        .commit(),
      events.create({ ...event, kind: 'handed-back' }).commit(),
    ])
    await transact(() => transaction.go())
  } else {
    await ConversationEntity.patch({ organizationId, id }).remove(['humanTakeoverUntil', 'humanNeededSince']).go()
    if (conversation.waitingAt !== undefined) await removeWaitingEntry(conversation)
  }
  log('conversation.handed_back', { organizationId, conversationId: id })
  const { contact, activeAgent, chatWindowRemainingTime, lastMessage, isHumanTakeover, active } =
    await conversationView({ ...conversation, humanTakeoverUntil: undefined }, number, now)
  return {
    id,
    contact: { phoneNumber: contact.phoneNumber, name: contact.name },
    activeAgent,
    chatWindowRemainingTime,
    lastMessage,
    isHumanTakeover,
    active,
  }
}
