import type { MessageStatus } from '../../channel/port.ts'

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

export function overwrittenBy(status: MessageStatus): readonly MessageStatus[] {
  return OVERWRITES[status]
}
