import type { WatchedConversation } from './decide-window.ts'

/** A schedule fires within a minute of its time; what is later than this is lost. */
export const OVERDUE_MILLISECONDS = 10 * 60_000

/** The longest window that a deployment can choose, and a day: what got no schedule for so long is history. */
const FORGOTTEN_MILLISECONDS = 31 * 86_400_000

/**
 * Whether a conversation that just got a message needs a schedule: it has none, or had one that is overdue. A schedule that
 * is there serves the new window too (`decideWindow`).
 */
export function needsArming({ lastInboundAt, armed, closedFor }: WatchedConversation, now: number): boolean {
  if (lastInboundAt === undefined || closedFor === lastInboundAt) return false
  return armed === undefined || armed + OVERDUE_MILLISECONDS < now
}

/**
 * Whether a conversation's window is overdue, so that a `check` of it must be sent (`windowOut`): its schedule should
 * have fired, or it got none, more than `age` milliseconds ago. Sending it for nothing is harmless.
 */
export function isOverdue(
  { lastInboundAt, armed, closedFor }: WatchedConversation,
  now: number,
  age = OVERDUE_MILLISECONDS,
): boolean {
  if (lastInboundAt === undefined || closedFor === lastInboundAt) return false
  if (armed !== undefined) return armed + age < now
  return lastInboundAt + age < now && now < lastInboundAt + FORGOTTEN_MILLISECONDS
}
