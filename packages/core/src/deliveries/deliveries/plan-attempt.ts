import type { Receipt } from '../../platform/queues/consume.ts'
import type { AttemptRecord, DeliveryItem } from './delivery-entity.ts'

export type PlannedDelivery = Pick<
  DeliveryItem,
  'status' | 'nextAttemptAt' | 'leaseUntil' | 'carrier' | 'finishedAt' | 'exhausted'
>

export type Plan =
  /** There is nothing to do for this message any more. */
  | { readonly kind: 'drop' }
  /** It is too early, or this message was received twice and the other worker is attempting it. */
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Its retries are used up: fail the message until the queue moves it to the dead-letter queue. */
  | { readonly kind: 'dead' }
  /** It was redriven from the dead-letter queue: open the next round. */
  | { readonly kind: 'reopen' }

/**
 * What to do with a message whose delivery is not due. The record counts attempts, never the queue. While a delivery is pending,
 * the message that made its latest attempt stays in the queue and carries it; another message is a copy, made by the relay or
 * the queue, and is dropped. When an attempt is overdue, whichever message comes takes it, and this is not asked.
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

/** Rounds before a new one whose attempts are kept, so that a delivery which is redriven again and again stays small. */
const KEPT_ROUNDS = 4

/** The attempts that are kept when the next round of a delivery is opened; a round has one attempt and its retries. */
export function keptAttempts({ attempts = [] }: Pick<DeliveryItem, 'attempts'>, retries: number): AttemptRecord[] {
  return attempts.slice(-KEPT_ROUNDS * (retries + 1))
}
