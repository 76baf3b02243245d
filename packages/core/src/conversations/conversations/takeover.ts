import type { Conversation } from '@messaging/contract/conversations.ts'
import type { HandedBackConversation } from '@messaging/contract/takeover.ts'
import { log } from '../../platform/log/log.ts'
import { ConversationEntity } from './conversation-entity.ts'
import { conversationView } from './conversation-view.ts'
import { getConversation } from './get-conversation.ts'

const MINUTE_MILLISECONDS = 60_000
/** The duration of a takeover after the owner of the number wrote in the provider's app. */
const OWNER_TAKEOVER_MINUTES = 10

/** `POST /conversations/{id}/takeover/`: pauses the agent for `durationMinutes` from now. */
export async function takeOver(
  organizationId: string,
  id: string,
  durationMinutes: number,
  now: number,
): Promise<Conversation> {
  const { conversation, number } = await getConversation(organizationId, id)
  const humanTakeoverUntil = now + durationMinutes * MINUTE_MILLISECONDS
  await ConversationEntity.patch({ organizationId, id }).set({ humanTakeoverUntil }).remove(['humanNeededSince']).go()
  log('conversation.taken_over', { organizationId, conversationId: id, durationMinutes })
  return conversationView({ ...conversation, humanTakeoverUntil }, number, now)
}

/** Takes a conversation over after the owner wrote at `sentAt` in the provider's app. A longer takeover stays. */
export async function takeOverByOwner(organizationId: string, id: string, sentAt: number): Promise<void> {
  const until = sentAt + OWNER_TAKEOVER_MINUTES * MINUTE_MILLISECONDS
  await ConversationEntity.patch({ organizationId, id })
    .set({ humanTakeoverUntil: until })
    .where(
      ({ humanTakeoverUntil }, { notExists, lt }) =>
        `${notExists(humanTakeoverUntil)} OR ${lt(humanTakeoverUntil, until)}`,
    )
    .go({ returnOnConditionCheckFailure: true })
}

/** `POST /conversations/{id}/handback/`: ends a takeover. */
export async function handBack(organizationId: string, id: string, now: number): Promise<HandedBackConversation> {
  const { conversation, number } = await getConversation(organizationId, id)
  await ConversationEntity.patch({ organizationId, id }).remove(['humanTakeoverUntil', 'humanNeededSince']).go()
  log('conversation.handed_back', { organizationId, conversationId: id })
  const { contact, activeAgent, chatWindowRemainingTime, lastMessage, isHumanTakeover, active } = conversationView(
    { ...conversation, humanTakeoverUntil: undefined },
    number,
    now,
  )
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
