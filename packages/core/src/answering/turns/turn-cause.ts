import type { QueueBody } from '@messaging/contract/queues.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import type { WakeUpItem } from '../wake-ups/wake-up-entity.ts'
import { findWakeUp } from '../wake-ups/wake-up-store.ts'

/** Body of any message in the queue of turns. */
export type QueuedTurn = QueueBody<'turns'>

/** Which turn it is about: its id is that of its cause. */
export function turnKey(queued: QueuedTurn) {
  const { organizationId, conversationId } = queued
  return { organizationId, conversationId, id: queued.kind === 'turn' ? queued.messageId : queued.wakeUpId }
}

/** What a turn is for: a customer's message, or that the agent asked to be woken up. */
export interface TurnCause {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
  readonly message?: MessageItem
  readonly wakeUp?: WakeUpItem
}

/**
 * The cause of a turn; undefined when it is gone, or settled already. Another turn may have settled a message a moment ago: the
 * transcript tells.
 */
export async function findTurnCause(queued: QueuedTurn): Promise<TurnCause | undefined> {
  const key = turnKey(queued)
  if (queued.kind === 'wakeUp') {
    const wakeUp = await findWakeUp(queued)
    return wakeUp ? { ...key, wakeUp } : undefined
  }
  const recent = (await MessageEntity.get(key).go()).data
  const message = recent ?? (await MessageEntity.get(key).go({ consistent: true })).data
  return message && awaitsAnswer(message) ? { ...key, message } : undefined
}
