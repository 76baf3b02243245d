import { setTimeout } from 'node:timers/promises'
import { type Clock, systemClock } from './clock.ts'

/** Waits the given number of milliseconds. */
export type Pause = (milliseconds: number) => Promise<unknown>

/** The deadline of the retries, and the clock and the pause that they use. */
export interface BackOffOptions {
  /** @default 8,000: a function of the API has 15 s; a delivery's worker makes its request (10 s) and writes within 30 s. */
  readonly deadlineMilliseconds?: number
  readonly clock?: Clock
  readonly pause?: Pause
}

const DEADLINE_MILLISECONDS = 8000
const FIRST_PAUSE_MILLISECONDS = 25
const MAX_PAUSE_MILLISECONDS = 800

/**
 * Exponential back-off with full jitter. Returns a function that pauses before the next try and resolves to true, or resolves
 * to false at once when the deadline has passed.
 */
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
