import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import type { ConversationItem } from '../conversation-entity.ts'

/** Returns when the service window closes. Infinite on a channel without a window. */
export function windowEnd(lastInboundAt: EpochMs | undefined, windowSeconds: number | null): EpochMs {
  return windowSeconds === null ? Number.POSITIVE_INFINITY : (lastInboundAt ?? 0) + windowSeconds * 1000
}

/**
 * Returns the whole seconds left in the service window; 0 if closed or never opened (spec, Service window). Infinite on a
 * channel without a window, whose `windowSeconds` is null.
 */
export function windowSecondsLeft(
  lastInboundAt: EpochMs | undefined,
  windowSeconds: number | null,
  now: EpochMs,
): number {
  if (windowSeconds === null) return Number.POSITIVE_INFINITY
  if (lastInboundAt === undefined) return 0
  return Math.max(0, Math.floor((lastInboundAt - now) / 1000) + windowSeconds)
}

/** The attributes of a conversation that define the state of its service window. */
export type WatchedConversation = Pick<ConversationItem, 'lastInboundAt' | 'armed' | 'expiringFor' | 'closedFor'>

interface WindowLength {
  /** Null on a channel without a service window. */
  readonly windowSeconds: number | null
  /** The time between the `expiring` event and the end. */
  readonly expiringLeadSeconds: number
}

/** An event of a window, due at `at`. */
export interface WindowEvent {
  readonly event: 'subscription.service_window.expiring' | 'subscription.service_window.closed'
  readonly at: EpochMs
}

type WindowStep =
  /** Nothing is due until a schedule fires or a message arrives. */
  | { readonly kind: 'none' }
  /** These events are due and not processed yet, in this order. `fireAt` is that of the schedule for the event after them. */
  | { readonly kind: 'notify'; readonly events: readonly WindowEvent[]; readonly fireAt?: EpochMs }
  /** A schedule is needed; `fireAt` is a whole second. */
  | { readonly kind: 'arm'; readonly fireAt: EpochMs }

/**
 * The minimum time until a new schedule fires: one in the past is refused or never fires. A schedule due within this
 * time counts as fired, because the clocks of the Scheduler and of this function may differ.
 */
export const SCHEDULE_MARGIN_MILLISECONDS = 2000

/**
 * Decides what a conversation's service window needs now (spec, Service window). `expiring` and `closed` are due once
 * for each `lastInboundAt`. The schedule of an older window serves as long as it fires before the next event.
 */
export function decideWindow(conversation: WatchedConversation, length: WindowLength, now: EpochMs): WindowStep {
  const { lastInboundAt, armed = 0, expiringFor, closedFor } = conversation
  const { windowSeconds } = length
  if (windowSeconds === null || lastInboundAt === undefined || closedFor === lastInboundAt) return { kind: 'none' }
  const closesAt = lastInboundAt + windowSeconds * 1000
  const open: WindowEvent[] = [
    ...(expiringFor === lastInboundAt
      ? []
      : [{ event: 'subscription.service_window.expiring' as const, at: closesAt - length.expiringLeadSeconds * 1000 }]),
    { event: 'subscription.service_window.closed', at: closesAt },
  ]
  const soonest = now + SCHEDULE_MARGIN_MILLISECONDS
  const fireAt = (at: EpochMs) => wholeSecond(Math.max(at, soonest))
  const events = open.filter(({ at }) => at <= now)
  if (events.length > 0) return { kind: 'notify', events, ...(closesAt > now && { fireAt: fireAt(closesAt) }) }
  const next = Math.min(...open.map(({ at }) => at))
  if (armed > soonest && armed <= wholeSecond(next)) return { kind: 'none' }
  return { kind: 'arm', fireAt: fireAt(next) }
}

function wholeSecond(milliseconds: EpochMs): EpochMs {
  return Math.ceil(milliseconds / 1000) * 1000
}

const NAMES = ['lastInboundAt', 'armed', 'expiringFor', 'closedFor', 'routingVersion'] as const
type Name = (typeof NAMES)[number]

interface Operations<Attribute> {
  eq(attribute: Attribute, value: number): string
  notExists(attribute: Attribute): string
}

/** Builds the condition that the window and the routing of a conversation are unchanged since it was read. */
export function unchangedWindow(conversation: Pick<ConversationItem, Name>) {
  return <Attribute>(attributes: Record<Name, Attribute>, { eq, notExists }: Operations<Attribute>): string =>
    NAMES.map((name) => {
      const value = conversation[name]
      return value === undefined ? notExists(attributes[name]) : eq(attributes[name], value)
    }).join(' AND ')
}

/** A schedule fires within a minute of its time. One that is later than this is lost. */
export const OVERDUE_MILLISECONDS = 10 * 60_000

/** The longest configurable window plus a day: an older window without a schedule is not checked any more. */
const EXPIRED_MILLISECONDS = 31 * DAY_MILLISECONDS

/** Returns whether a schedule is missing or overdue. An existing one serves the new window too (`decideWindow`). */
export function needsArming({ lastInboundAt, armed, closedFor }: WatchedConversation, now: EpochMs): boolean {
  if (lastInboundAt === undefined || closedFor === lastInboundAt) return false
  return armed === undefined || armed + OVERDUE_MILLISECONDS < now
}

/** Returns whether no schedule is due after `now`, so that a webhook in the route would get no event. */
export function isUnwatched({ armed = 0 }: Pick<WatchedConversation, 'armed'>, now: EpochMs): boolean {
  return armed <= now
}

/**
 * Returns whether a conversation's window is overdue, so that a `check` message is required (`windowOut`). Its schedule
 * should have fired more than `age` milliseconds ago, or it got none for that time. An unnecessary `check` is harmless.
 */
export function isOverdue(
  { lastInboundAt, armed, closedFor }: WatchedConversation,
  now: EpochMs,
  age = OVERDUE_MILLISECONDS,
): boolean {
  if (lastInboundAt === undefined || closedFor === lastInboundAt) return false
  if (armed !== undefined) return armed + age < now
  return lastInboundAt + age < now && now < lastInboundAt + EXPIRED_MILLISECONDS
}
