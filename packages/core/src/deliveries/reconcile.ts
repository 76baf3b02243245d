import { isLive } from '../platform/clock.ts'
import type { Out } from '../platform/outbox/out.ts'
import { type ReconcileTimes, reconciledKind } from '../platform/outbox/reconciled-kind.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { ReplayEntity, type ReplayItem, type SteppedReplay, stepMessage } from './replays/replay-entity.ts'

export const RECONCILED_DELIVERIES = /* @__PURE__ */ reconciledKind({
  name: 'deliveries',
  entity: 'delivery',
  filter: '#s = :pendingDelivery',
  values: { ':pendingDelivery': 'pending' },
  attributes: ['s', 'c', 'x', 'expiresAt', 'out'],
  parse: (Item) => DeliveryEntity.parse({ Item }),
  overdue: overdueDelivery,
})

/** Returns the message of a delivery whose attempt is overdue, otherwise undefined. */
export function overdueDelivery(
  delivery: Pick<DeliveryItem, 'status' | 'createdAt' | 'nextAttemptAt' | 'expiresAt' | 'out'>,
  { now, dueBefore }: ReconcileTimes,
): Out | undefined {
  const { status, createdAt, nextAttemptAt, out } = delivery
  if (status !== 'pending' || !out || !isLive(delivery, now)) return undefined
  const dueAt = nextAttemptAt ?? createdAt + (out.d ?? 0) * 1000
  return dueAt < dueBefore ? out : undefined
}

export const RECONCILED_REPLAYS = /* @__PURE__ */ reconciledKind({
  name: 'bulk replays',
  entity: 'replay',
  filter: '#s = :runningReplay',
  values: { ':runningReplay': 'running' },
  attributes: ['organizationId', 'webhookId', 'id', 's', 'step', 'updatedAt', 'expiresAt'],
  parse: (Item) => ReplayEntity.parse({ Item }),
  overdue: overdueStep,
})

/** Returns the message of a replay's next step if it is overdue, otherwise undefined. */
export function overdueStep(
  replay: SteppedReplay & Pick<ReplayItem, 'status' | 'updatedAt' | 'expiresAt'>,
  { now, dueBefore }: ReconcileTimes,
): Out | undefined {
  if (replay.status !== 'running' || replay.updatedAt >= dueBefore || !isLive(replay, now)) return undefined
  return stepMessage(replay)
}
