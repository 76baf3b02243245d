import type { EpochMs } from '@replywright/contract/time.ts'
import type { Receipt } from '../../platform/queues/consume.ts'
import type { AttemptRecord, DeliveryItem } from '../delivery-entity.ts'

export type PlannedDelivery = Pick<
  DeliveryItem,
  'status' | 'attemptCount' | 'nextAttemptAt' | 'leaseUntil' | 'carrier' | 'finishedAt' | 'exhausted'
>

export type Plan =
  /** Nothing is left to do for this message. */
  | { readonly kind: 'drop' }
  /** It is a little early, or another worker is attempting the same message: it waits in flight. */
  | { readonly kind: 'wait'; readonly seconds: number }
  /** It is early: a new message waits for the retry. */
  | { readonly kind: 'delay'; readonly seconds: number }
  /** Its retries are exhausted: fail the message until the queue moves it to the dead-letter queue. */
  | { readonly kind: 'dead' }
  /** It was redriven from the dead-letter queue: open the next round. */
  | { readonly kind: 'reopen' }

/** The longest wait in flight. SQS limits the messages in flight. */
const LONGEST_WAIT_SECONDS = 30

/**
 * Decides what happens to a message whose delivery is not due. The record counts attempts, never the queue. While a
 * delivery is pending, one message carries it: that of the latest attempt while the attempt is running, then that of
 * its retry. Any other message is a copy, sent by the relay or the queue, and is dropped. So is the retry of an attempt
 * that was not recorded. An overdue attempt is not decided here: any message may make it.
 */
export function planMessage(delivery: PlannedDelivery, message: Omit<Receipt, 'receiveCount'>, now: EpochMs): Plan {
  const { status, nextAttemptAt = 0, leaseUntil = 0, carrier = message.id, finishedAt, exhausted } = delivery
  if (status === 'delivered') return { kind: 'drop' }
  if (status === 'failed') {
    if (!exhausted || finishedAt === undefined || message.relayedAt > finishedAt) return { kind: 'drop' }
    return message.sentAt > finishedAt ? { kind: 'reopen' } : { kind: 'dead' }
  }
  if (carrier !== message.id || isUnrecorded(delivery, message)) return { kind: 'drop' }
  const seconds = Math.max(1, Math.ceil((Math.max(nextAttemptAt, leaseUntil) - now) / 1000))
  return { kind: seconds > LONGEST_WAIT_SECONDS ? 'delay' : 'wait', seconds }
}

/**
 * Returns whether a message retries an attempt that its worker did not record. The worker's own message comes again.
 */
function isUnrecorded({ attemptCount }: PlannedDelivery, { afterAttempt = 0 }: Pick<Receipt, 'afterAttempt'>): boolean {
  return afterAttempt > attemptCount
}

/** Returns the number of the next attempt in its round, from 1. Attempts of copies do not count. */
export function attemptOfRound({
  attemptCount,
  roundStart,
  copies = 0,
}: Pick<DeliveryItem, 'attemptCount' | 'roundStart' | 'copies'>): number {
  return attemptCount - roundStart - copies + 1
}

/** Earlier rounds whose attempts are retained, so that a delivery stays small however often it is redriven. */
const RETAINED_ROUNDS = 4

/** Returns the attempts to retain when the next round of a delivery opens. A round has one attempt and its retries. */
export function retainedAttempts({ attempts = [] }: Pick<DeliveryItem, 'attempts'>, retries: number): AttemptRecord[] {
  return attempts.slice(-RETAINED_ROUNDS * (retries + 1))
}
