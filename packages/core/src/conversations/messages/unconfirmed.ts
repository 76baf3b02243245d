import { UNCONFIRMED_AFTER_MS } from '@replywright/contract/dashboard/thread.ts'
import type { MessageItem } from './message-entity.ts'

type Sent = Pick<MessageItem, 'direction' | 'role' | 'status' | 'waId' | 'takenAt' | 'resentAt'>

/**
 * Returns whether the outcome of a person's message has been unknown for so long that it can be sent again: no worker is
 * still sending it, and the channel usually reports within this time. `now` in milliseconds.
 */
export function isUnconfirmed(
  { direction, role, status, waId, takenAt, resentAt = takenAt }: Sent,
  now: number,
): boolean {
  if (direction !== 'outbound' || role !== 'human') return false
  return status === undefined && waId === '' && now - resentAt >= UNCONFIRMED_AFTER_MS
}
