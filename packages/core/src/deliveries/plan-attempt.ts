import type { DeliveryItem } from './delivery-entity.ts'

export type PlannedDelivery = Pick<
  DeliveryItem,
  'status' | 'attemptCount' | 'roundStart' | 'nextAttemptAt' | 'finishedAt' | 'exhausted'
>

/** When the relay sent the message first, and when the queue got it: a redrive renews only the latter. Milliseconds. */
export interface MessageTimes {
  readonly relayedAt: number
  readonly sentAt: number
}

export type Plan =
  /** There is nothing to do for this message any more. */
  | { readonly kind: 'drop' }
  /** It is too early. */
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Its retries are used up: fail the message until the queue moves it to the dead-letter queue. */
  | { readonly kind: 'dead' }
  /** It was redriven from the dead-letter queue: open the next round. */
  | { readonly kind: 'reopen' }
  | { readonly kind: 'attempt' }

/** What to do with a message of the deliveries queue. The record counts attempts, never the queue. */
export function planAttempt(delivery: PlannedDelivery, message: MessageTimes, now: number): Plan {
  if (delivery.status === 'delivered') return { kind: 'drop' }
  if (delivery.status === 'failed') {
    if (!delivery.exhausted || delivery.finishedAt === undefined) return { kind: 'drop' }
    if (message.relayedAt > delivery.finishedAt) return { kind: 'drop' }
    return message.sentAt > delivery.finishedAt ? { kind: 'reopen' } : { kind: 'dead' }
  }
  if (delivery.nextAttemptAt !== undefined && delivery.nextAttemptAt > now)
    return { kind: 'wait', seconds: Math.ceil((delivery.nextAttemptAt - now) / 1000) }
  return { kind: 'attempt' }
}
