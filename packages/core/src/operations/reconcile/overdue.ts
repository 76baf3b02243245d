import type { QueueName } from '@messaging/contract/queues.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import type { DeliveryItem } from '../../deliveries/deliveries/delivery-entity.ts'
import type { ReplayItem } from '../../deliveries/replays/replay-entity.ts'
import { type SteppedReplay, stepMessage } from '../../deliveries/replays/step-message.ts'
import type { Out } from '../../platform/table/out.ts'

/** What the relay would have sent: a queue by the name that `out` calls it, a message group and a body. */
export interface OverdueMessage {
  readonly queue: QueueName
  readonly group: string
  readonly body: string
  /** The request that caused it, for the log. */
  readonly requestId?: string
}

/** Returns the message that the relay sends for the `out` of an item. */
export function messageOf({ q, g, b, r }: Out): OverdueMessage {
  return { queue: q, group: g, body: b, requestId: r }
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
  return dueAt < dueBefore ? messageOf(out) : undefined
}

/** The message of a replay's next step when that is overdue, undefined when it is not. */
export function overdueStep(
  replay: SteppedReplay & Pick<ReplayItem, 'status' | 'updatedAt' | 'expiresAt'>,
  { now, dueBefore }: ReconcileTimes,
): OverdueMessage | undefined {
  if (replay.status !== 'running' || replay.updatedAt >= dueBefore || replay.expiresAt <= now / 1000) return undefined
  return messageOf(stepMessage(replay))
}

/** What is older can be answered by nobody: the service window has closed. */
const ANSWERABLE_MILLISECONDS = 86_400_000

/** The message of a turn that has not answered a customer long after they wrote, undefined when there is nothing to do. */
export function overdueTurn(
  message: Pick<MessageItem, 'takenAt' | 'turnId' | 'out'>,
  times: ReconcileTimes,
): OverdueMessage | undefined {
  const { takenAt, out } = message
  if (!out || !awaitsAnswer(message) || !isUnanswered(takenAt, times)) return undefined
  return messageOf(out)
}

/** Whether an agent should have spoken by now because of what happened at a time, and still may. */
export function isUnanswered(at: number, { now, dueBefore }: ReconcileTimes): boolean {
  return at < dueBefore && at >= now - ANSWERABLE_MILLISECONDS
}
