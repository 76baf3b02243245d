import type { QueueBody } from '@messaging/contract/queues.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
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
