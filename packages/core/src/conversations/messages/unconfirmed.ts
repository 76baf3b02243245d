import { UNCONFIRMED_AFTER_MS } from '@replywright/contract/dashboard/thread.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { conflict, type ServiceError } from '../../platform/errors.ts'
import type { MessageItem } from './message-entity.ts'

type Sent = Pick<MessageItem, 'direction' | 'status' | 'waId' | 'takenAt' | 'resentAt'>

/**
 * Returns whether the outcome of an outbound message has been unknown for so long that a person may decide about it: no
 * worker is still sending it, and the channel usually reports within this time.
 */
export function isUnconfirmed({ direction, status, waId, takenAt, resentAt = takenAt }: Sent, now: EpochMs): boolean {
  if (direction !== 'outbound') return false
  return status === undefined && waId === '' && now - resentAt >= UNCONFIRMED_AFTER_MS
}

/** Returns the 409 for a message about which a person may not decide. */
export function notUnconfirmed({ status, waId }: Pick<Sent, 'status' | 'waId'>): ServiceError {
  return status === undefined && waId === ''
    ? conflict('outcome_pending', 'The message is being sent. Try again two minutes after it was sent.')
    : conflict('outcome_known', 'The outcome of the message is known: see its status.')
}
