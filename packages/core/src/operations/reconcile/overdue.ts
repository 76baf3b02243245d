import type { QueueName } from '@messaging/contract/queues.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import type { DeliveryItem } from '../../deliveries/deliveries/delivery-entity.ts'
import type { ReplayItem } from '../../deliveries/replays/replay-entity.ts'
import { type SteppedReplay, stepMessage } from '../../deliveries/replays/step-message.ts'
import type { Out } from '../../platform/table/out.ts'

/** The message that the relay would have sent. `queue` is the name in `out`. */
export interface OverdueMessage {
  readonly queue: QueueName
  readonly group: string
  readonly body: string
  /** The request that caused the message, for the log. */
  readonly requestId?: string
}

/** Returns the message that the relay sends for the `out` of an item. */
export function messageOf({ q, g, b, r }: Out): OverdueMessage {
  return { queue: q, group: g, body: b, requestId: r }
}

/** Times in milliseconds. Work that was due before `dueBefore` is overdue. */
export interface ReconcileTimes {
  readonly now: number
  readonly dueBefore: number
}

/** Returns the message of a delivery whose attempt is overdue, otherwise undefined. */
export function overdueDelivery(
  delivery: Pick<DeliveryItem, 'status' | 'createdAt' | 'nextAttemptAt' | 'expiresAt' | 'out'>,
  { now, dueBefore }: ReconcileTimes,
): OverdueMessage | undefined {
  const { status, createdAt, nextAttemptAt, expiresAt, out } = delivery
  if (status !== 'pending' || !out || expiresAt <= now / 1000) return undefined
  const dueAt = nextAttemptAt ?? createdAt + (out.d ?? 0) * 1000
  return dueAt < dueBefore ? messageOf(out) : undefined
}

/** Returns the message of a replay's next step if it is overdue, otherwise undefined. */
export function overdueStep(
  replay: SteppedReplay & Pick<ReplayItem, 'status' | 'updatedAt' | 'expiresAt'>,
  { now, dueBefore }: ReconcileTimes,
): OverdueMessage | undefined {
  if (replay.status !== 'running' || replay.updatedAt >= dueBefore || replay.expiresAt <= now / 1000) return undefined
  return messageOf(stepMessage(replay))
}

/** Older messages cannot be answered, because the service window has closed. */
const ANSWERABLE_MILLISECONDS = 86_400_000

/** Returns the message for the turn of an overdue customer message, otherwise undefined. */
export function overdueTurn(
  message: Pick<MessageItem, 'takenAt' | 'turnId' | 'out'>,
  times: ReconcileTimes,
): OverdueMessage | undefined {
  const { takenAt, out } = message
  if (!out || !awaitsAnswer(message) || !isUnanswered(takenAt, times)) return undefined
  return messageOf(out)
}

/** Returns whether the reply to an event at a time is overdue and still allowed. */
export function isUnanswered(at: number, { now, dueBefore }: ReconcileTimes): boolean {
  return at < dueBefore && at >= now - ANSWERABLE_MILLISECONDS
}
