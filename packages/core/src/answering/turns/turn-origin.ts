import type { QueueBody } from '@replywright/contract/queues.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/conversation-entity.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { sessionInForce } from '../../conversations/routing/effective-route.ts'
import type { WakeUpItem } from '../wake-ups/wake-up-entity.ts'
import { findWakeUp } from '../wake-ups/wake-up-store.ts'

export type QueuedTurn = Exclude<QueueBody<'turns'>, { kind: 'session' }>

/** Returns the key of a message's turn. The id of a turn is the id of its origin. */
export function turnKey(queued: QueuedTurn) {
  const { organizationId, conversationId } = queued
  return { organizationId, conversationId, id: queued.kind === 'turn' ? queued.messageId : queued.wakeUpId }
}

/** The origin of a turn: a customer's message or a fired wake-up. */
export interface TurnOrigin {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
  readonly message?: MessageItem
  readonly wakeUp?: WakeUpItem
}

/** Returns undefined if it was deleted or answered. May miss a recent answer; the consistent transcript shows it. */
export async function findTurnOrigin(queued: QueuedTurn): Promise<TurnOrigin | undefined> {
  const key = turnKey(queued)
  if (queued.kind === 'wakeUp') {
    const wakeUp = await findWakeUp(queued)
    return wakeUp ? { ...key, wakeUp } : undefined
  }
  const recent = (await MessageEntity.get(key).go()).data
  const message = recent ?? (await MessageEntity.get(key).go({ consistent: true })).data
  return message && awaitsAnswer(message) ? { ...key, message } : undefined
}

type Origin = Pick<TurnOrigin, 'message'>

/**
 * Returns undefined if the conversation or its number does not exist. The window is open from the message of the origin
 * at the latest: the conversation may lack it until the provider repeats a message that was stored only. With `recent`
 * the number may be cached.
 */
export async function openChat(
  stored: ConversationItem | null,
  { message }: Origin,
  reading: 'strong' | 'recent' = 'strong',
): Promise<Chat | undefined> {
  const number = stored ? await findNumber(stored.phoneNumberId, reading) : undefined
  if (!stored || number?.organizationId !== stored.organizationId) return undefined
  const conversation = withControl(sessionInForce(number, stored), message)
  if (!message || message.sentAt <= (stored.lastInboundAt ?? 0)) return { conversation, number }
  return { conversation: { ...conversation, lastInboundAt: message.sentAt }, number }
}

/** A message that awaits a reply shows that this service answers since then, which the conversation may lack as its window. */
function withControl(conversation: ConversationItem, message: MessageItem | undefined): ConversationItem {
  const { control } = conversation
  return control && message && message.sentAt > control.at
    ? { ...conversation, control: { ...control, holder: 'service' } }
    : conversation
}

export async function reopenChat({ conversation }: Chat, origin: Origin): Promise<Chat | undefined> {
  return await openChat(await findConversation(conversation.organizationId, conversation.id), origin)
}
