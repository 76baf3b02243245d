import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import type { WatchedConversation } from './decide-window.ts'

/** A schedule fires within a minute of its time. One that is later than this is lost. */
export const OVERDUE_MILLISECONDS = 10 * 60_000

/** The longest configurable window plus a day: an older window without a schedule is not checked any more. */
const EXPIRED_MILLISECONDS = 31 * DAY_MILLISECONDS

/** Returns whether a schedule is missing or overdue. An existing one serves the new window too (`decideWindow`). */
export function needsArming({ lastInboundAt, armed, closedFor }: WatchedConversation, now: number): boolean {
  if (lastInboundAt === undefined || closedFor === lastInboundAt) return false
  return armed === undefined || armed + OVERDUE_MILLISECONDS < now
}

/** Returns whether no schedule is due after `now`, so that a webhook in the route would get no event. */
export function isUnwatched({ armed = 0 }: Pick<WatchedConversation, 'armed'>, now: number): boolean {
  return armed <= now
}

/**
 * Returns whether a conversation's window is overdue, so that a `check` message is required (`windowOut`). Its schedule
 * should have fired more than `age` milliseconds ago, or it got none for that time. An unnecessary `check` is harmless.
 */
export function isOverdue(
  { lastInboundAt, armed, closedFor }: WatchedConversation,
  now: number,
  age = OVERDUE_MILLISECONDS,
): boolean {
  if (lastInboundAt === undefined || closedFor === lastInboundAt) return false
  if (armed !== undefined) return armed + age < now
  return lastInboundAt + age < now && now < lastInboundAt + EXPIRED_MILLISECONDS
}
