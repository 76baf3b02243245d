import type { ConversationItem } from '../conversation-entity.ts'

/** The attributes of a conversation that define the state of its service window. */
export type WatchedConversation = Pick<ConversationItem, 'lastInboundAt' | 'armed' | 'expiringFor' | 'closedFor'>

interface WindowLength {
  /** Null on a channel without a service window. */
  readonly windowSeconds: number | null
  /** The time between the `expiring` event and the end. */
  readonly expiringLeadSeconds: number
}

/** An event of a window, due at `at` (milliseconds since the epoch). */
export interface WindowEvent {
  readonly event: 'subscription.service_window.expiring' | 'subscription.service_window.closed'
  readonly at: number
}

type WindowStep =
  /** Nothing is due until a schedule fires or a message arrives. */
  | { readonly kind: 'none' }
  /** These events are due and not processed yet, in this order. `fireAt` is that of the schedule for the event after them. */
  | { readonly kind: 'notify'; readonly events: readonly WindowEvent[]; readonly fireAt?: number }
  /** A schedule is needed; `fireAt` is a whole second in milliseconds since the epoch. */
  | { readonly kind: 'arm'; readonly fireAt: number }

/**
 * The minimum time until a new schedule fires: one in the past is refused or never fires. A schedule due within this
 * time counts as fired, because the clocks of the Scheduler and of this function may differ.
 */
export const SCHEDULE_MARGIN_MILLISECONDS = 2000

/**
 * Decides what a conversation's service window needs now (spec, Service window). `expiring` and `closed` are due once
 * for each `lastInboundAt`. The schedule of an older window serves as long as it fires before the next event.
 */
export function decideWindow(conversation: WatchedConversation, length: WindowLength, now: number): WindowStep {
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
  const fireAt = (at: number) => wholeSecond(Math.max(at, soonest))
  const events = open.filter(({ at }) => at <= now)
  if (events.length > 0) return { kind: 'notify', events, ...(closesAt > now && { fireAt: fireAt(closesAt) }) }
  const next = Math.min(...open.map(({ at }) => at))
  if (armed > soonest && armed <= wholeSecond(next)) return { kind: 'none' }
  return { kind: 'arm', fireAt: fireAt(next) }
}

function wholeSecond(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000) * 1000
}
