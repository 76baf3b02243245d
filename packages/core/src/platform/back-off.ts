import { setTimeout } from 'node:timers/promises'
import { type Clock, systemClock } from './clock.ts'

/** Waits so many milliseconds. */
export type Pause = (milliseconds: number) => Promise<unknown>

/** How long retries go on, and the clock and the pause that they use. */
export interface Patience {
  /** @default 8,000: a function of the API has 15 s; a delivery's worker makes its request (10 s) and writes within 30 s. */
  readonly deadlineMilliseconds?: number
  readonly clock?: Clock
  readonly pause?: Pause
}

const DEADLINE_MILLISECONDS = 8000
const FIRST_PAUSE_MILLISECONDS = 25
const LONGEST_PAUSE_MILLISECONDS = 800

/**
 * Exponential back-off with full jitter. Returns a function that pauses before the next try and resolves to true, or resolves
 * to false at once when the deadline has passed.
 */
export function backOff({
  deadlineMilliseconds = DEADLINE_MILLISECONDS,
  clock = systemClock,
  pause = setTimeout,
}: Patience = {}): () => Promise<boolean> {
  const endsAt = clock() + deadlineMilliseconds
  let longest = FIRST_PAUSE_MILLISECONDS
  return async () => {
    if (clock() >= endsAt) return false
    longest = Math.min(2 * longest, LONGEST_PAUSE_MILLISECONDS)
    await pause(Math.random() * longest)
    return true
  }
}
