import type { MESSAGE_STATUSES } from '@messaging/contract/message-values.ts'

export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/**
 * The statuses over which each one is written, beside none at all: they only go forward. `failed` is final unless the
 * message had arrived before, because one of several devices can fail.
 */
const OVERWRITES: Record<MessageStatus, readonly MessageStatus[]> = {
  sent: [],
  delivered: ['sent'],
  read: ['sent', 'delivered'],
  failed: ['sent'],
}

/** The provider's word for a status as one of ours; undefined for one that is none. */
export function readStatus(word: string): MessageStatus | undefined {
  if (word === 'played') return 'read'
  return word === 'sent' || word === 'delivered' || word === 'read' || word === 'failed' ? word : undefined
}

/** The statuses over which `status` is written. */
export function overwrittenBy(status: MessageStatus): readonly MessageStatus[] {
  return OVERWRITES[status]
}
