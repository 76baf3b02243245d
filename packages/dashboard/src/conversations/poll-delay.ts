import type { EpochMs, Ms } from '@replywright/contract/time.ts'

/** A change is shown at most 3 seconds later while something happens. Browsers pause the polls of hidden tabs. */
export const LIVE_MS = 2_500
/** The delays while nothing happens: an inbox with an opened conversation makes at most 20 requests a minute. */
export const IDLE_MS = { list: 7_500, thread: 10_000, waiting: 20_000, page: 60_000, details: 60_000 } as const
/** The delay if so many conversations are active that each poll reads a page of the list. */
const BUSY_MS = 15_000
/** After this time without input and changes, nothing happens. */
const STILL_MS = 30_000

/** Returns whether something happened lately: `activeAt` is the time of the last input or change. */
export function isLive(activeAt: EpochMs, now: EpochMs): boolean {
  return now - activeAt < STILL_MS
}

/** Returns how long until the next poll of changes. The `version` is null if the list must be read again. */
export function pollDelay(version: string | null | undefined, live: boolean): Ms {
  if (version === null) return BUSY_MS
  return live ? LIVE_MS : IDLE_MS.list
}
