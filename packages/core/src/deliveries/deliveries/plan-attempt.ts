import type { Receipt } from '../../platform/queues/consume.ts'
import type { AttemptRecord, DeliveryItem } from './delivery-entity.ts'

export type PlannedDelivery = Pick<
  DeliveryItem,
  'status' | 'nextAttemptAt' | 'leaseUntil' | 'carrier' | 'finishedAt' | 'exhausted'
>

export type Plan =
  /** Nothing is left to do for this message. */
  | { readonly kind: 'drop' }
  /** It is too early, or another worker is attempting the same message. */
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Its retries are exhausted: fail the message until the queue moves it to the dead-letter queue. */
  | { readonly kind: 'dead' }
  /** It was redriven from the dead-letter queue: open the next round. */
  | { readonly kind: 'reopen' }

/**
 * Decides what happens to a message whose delivery is not due. The record counts attempts, never the queue. While a
 * delivery is pending, the message of its latest attempt stays in the queue and carries the delivery. Any other message
 * is a copy, sent by the relay or the queue, and is dropped. An overdue attempt is not decided here: any message may
 * make it.
 */
export function planMessage(delivery: PlannedDelivery, message: Omit<Receipt, 'receiveCount'>, now: number): Plan {
  const { status, nextAttemptAt = 0, leaseUntil = 0, carrier = message.id, finishedAt, exhausted } = delivery
  if (status === 'delivered') return { kind: 'drop' }
  if (status === 'failed') {
    if (!exhausted || finishedAt === undefined || message.relayedAt > finishedAt) return { kind: 'drop' }
    return message.sentAt > finishedAt ? { kind: 'reopen' } : { kind: 'dead' }
  }
  if (carrier !== message.id) return { kind: 'drop' }
  return { kind: 'wait', seconds: Math.max(1, Math.ceil((Math.max(nextAttemptAt, leaseUntil) - now) / 1000)) }
}

/** Earlier rounds whose attempts are kept, so that a delivery stays small however often it is redriven. */
const KEPT_ROUNDS = 4

/** Returns the attempts to keep when the next round of a delivery opens. A round has one attempt and its retries. */
export function keptAttempts({ attempts = [] }: Pick<DeliveryItem, 'attempts'>, retries: number): AttemptRecord[] {
  return attempts.slice(-KEPT_ROUNDS * (retries + 1))
}
