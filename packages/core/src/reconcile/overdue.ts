import type { DeliveryItem } from '../deliveries/delivery-entity.ts'

/** What the relay would have sent: a queue by the name that `out` calls it, a message group and a body. */
export interface OverdueMessage {
  readonly queue: string
  readonly group: string
  readonly body: string
  /** The request that caused it, for the log. */
  readonly requestId?: string | undefined
}

/** `dueBefore` and `now` in milliseconds: what was due before is overdue. */
export interface ReconcileTimes {
  readonly now: number
  readonly dueBefore: number
}

/** The message of a delivery whose attempt is overdue, undefined when it is not. */
export function overdueDelivery(
  delivery: Pick<DeliveryItem, 'status' | 'createdAt' | 'nextAttemptAt' | 'expiresAt' | 'out'>,
  { now, dueBefore }: ReconcileTimes,
): OverdueMessage | undefined {
  const { status, createdAt, nextAttemptAt, expiresAt, out } = delivery
  if (status !== 'pending' || !out || expiresAt <= now / 1000) return undefined
  const dueAt = nextAttemptAt ?? createdAt + (out.d ?? 0) * 1000
  return dueAt < dueBefore ? { queue: out.q, group: out.g, body: out.b, requestId: out.r } : undefined
}
