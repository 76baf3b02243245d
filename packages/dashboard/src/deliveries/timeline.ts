import type { Ms } from '@replywright/contract/time.ts'
import type { Delivery } from '@replywright/contract/webhook-deliveries.ts'

/** The input of the timeline. Times are ISO 8601. */
export type TimelineInput = Pick<
  Delivery,
  'status' | 'nextAttemptAt' | 'attemptCount' | 'roundStart' | 'retryDelaysSeconds'
> & {
  readonly attempts: readonly Pick<Delivery['attempts'][number], 'at' | 'durationMs' | 'cause'>[]
}

/** One attempt on the timeline. Positions are shares of the width, 0 to 1. */
export interface TimelineMark {
  /** Counted from 1 across all rounds. */
  readonly number: number
  readonly kind: 'delivered' | 'failed' | 'next' | 'planned'
  readonly start: number
  readonly end: number
  /** Milliseconds since the first attempt. */
  readonly offsetMs: Ms
  /** Whether there is room for the offset label. */
  readonly isLabelled: boolean
}

/** The width of a label, as a share of the timeline. */
const LABEL_WIDTH = 0.11

/**
 * Returns the past and planned attempts of the latest round, to scale. Empty before the first attempt. Omits rounds
 * before a redrive, because they may be days old.
 */
export function timelineOf(delivery: TimelineInput): TimelineMark[] {
  const dropped = delivery.attemptCount - delivery.attempts.length
  const made = delivery.attempts.slice(delivery.roundStart - dropped)
  const [first] = made
  if (!first) return []
  const origin = Date.parse(first.at)
  const past = made.map(({ at, durationMs, cause }) => {
    const from = Date.parse(at) - origin
    return { kind: cause === null ? ('delivered' as const) : ('failed' as const), from, to: from + durationMs }
  })
  const all = [...past, ...planned(delivery, made.length, origin)]
  const span = Math.max(1000, ...all.map(({ to }) => to))
  let labelledUntil = -1
  return all.map(({ kind, from, to }, index) => {
    const start = from / span
    const isLabelled = start - labelledUntil >= LABEL_WIDTH
    if (isLabelled) labelledUntil = start
    return { number: delivery.roundStart + index + 1, kind, start, end: to / span, offsetMs: from, isLabelled }
  })
}

function planned({ status, nextAttemptAt, retryDelaysSeconds }: TimelineInput, made: number, origin: number) {
  if (status !== 'pending' || nextAttemptAt === null) return []
  const next = Math.max(0, Date.parse(nextAttemptAt) - origin)
  const later: number[] = []
  let at = next
  for (const delay of retryDelaysSeconds.slice(made)) {
    at += delay * 1000
    later.push(at)
  }
  return [
    { kind: 'next' as const, from: next, to: next },
    ...later.map((from) => ({ kind: 'planned' as const, from, to: from })),
  ]
}
