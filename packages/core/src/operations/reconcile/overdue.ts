import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import type { DeliveryItem } from '../../deliveries/deliveries/delivery-entity.ts'
import type { ReplayItem } from '../../deliveries/replays/replay-entity.ts'
import { type SteppedReplay, stepMessage } from '../../deliveries/replays/step-message.ts'
import { DAY_MILLISECONDS, isLive } from '../../platform/clock.ts'
import type { Out } from '../../platform/table/out.ts'

/** Times in milliseconds. Work that was due before `dueBefore` is overdue. */
export interface ReconcileTimes {
  readonly now: number
  readonly dueBefore: number
}

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

/** Returns the message of a replay's next step if it is overdue, otherwise undefined. */
export function overdueStep(
  replay: SteppedReplay & Pick<ReplayItem, 'status' | 'updatedAt' | 'expiresAt'>,
  { now, dueBefore }: ReconcileTimes,
): Out | undefined {
  if (replay.status !== 'running' || replay.updatedAt >= dueBefore || !isLive(replay, now)) return undefined
  return stepMessage(replay)
}

/** Older messages cannot be answered, because the service window has closed. */
const ANSWERABLE_MILLISECONDS = DAY_MILLISECONDS

/** Returns the message for the turn of an overdue customer message, otherwise undefined. */
export function overdueTurn(
  message: Pick<MessageItem, 'takenAt' | 'turnId' | 'out'>,
  times: ReconcileTimes,
): Out | undefined {
  const { takenAt, out } = message
  if (!out || !awaitsAnswer(message) || !isUnanswered(takenAt, times)) return undefined
  return out
}

/** Returns whether the reply to an event at a time is overdue and still allowed. */
export function isUnanswered(at: number, { now, dueBefore }: ReconcileTimes): boolean {
  return at < dueBefore && at >= now - ANSWERABLE_MILLISECONDS
}
