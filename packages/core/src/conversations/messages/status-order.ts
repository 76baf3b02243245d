import type { MESSAGE_STATUSES } from '@messaging/contract/message-values.ts'

export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/**
 * The earlier statuses that each status replaces, besides a missing one: statuses only go forward. `failed` is final
 * unless the message arrived before, because one of several devices can fail.
 */
const OVERWRITES: Record<MessageStatus, readonly MessageStatus[]> = {
  sent: [],
  delivered: ['sent'],
  read: ['sent', 'delivered'],
  failed: ['sent'],
}

/** Returns the status of this service for a status of the provider, or undefined for an unknown one. */
export function readStatus(word: string): MessageStatus | undefined {
  if (word === 'played') return 'read'
  return word === 'sent' || word === 'delivered' || word === 'read' || word === 'failed' ? word : undefined
}

export function overwrittenBy(status: MessageStatus): readonly MessageStatus[] {
  return OVERWRITES[status]
}
