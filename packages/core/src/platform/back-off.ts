import { setTimeout } from 'node:timers/promises'
import { type Clock, systemClock } from './clock.ts'

type Pause = (milliseconds: number) => Promise<unknown>

/** The deadline of the retries, and the clock and the pause that they use. */
export interface BackOffOptions {
  /** @default 8,000: an API function has 15 s; a delivery worker has 30 s for its request (10 s) and its writes. */
  readonly deadlineMilliseconds?: number
  readonly clock?: Clock
  readonly pause?: Pause
}

const DEADLINE_MILLISECONDS = 8000
const FIRST_PAUSE_MILLISECONDS = 25
const MAX_PAUSE_MILLISECONDS = 800

/** Returns a pause, exponential with full jitter. It resolves to true, or to false at once after the deadline. */
export function backOff({
  deadlineMilliseconds = DEADLINE_MILLISECONDS,
  clock = systemClock,
  pause = setTimeout,
}: BackOffOptions = {}): () => Promise<boolean> {
  const endsAt = clock() + deadlineMilliseconds
  let limit = FIRST_PAUSE_MILLISECONDS
  return async () => {
    if (clock() >= endsAt) return false
    limit = Math.min(2 * limit, MAX_PAUSE_MILLISECONDS)
    await pause(Math.random() * limit)
    return true
  }
}
