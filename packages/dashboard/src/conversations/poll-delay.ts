const POLL_MS = 5_000
const SLOWEST_MS = 40_000
/** Polls without a change after which the delay doubles. */
const PATIENCE = 12
/** The delay if so many conversations are active that each poll reads a page of the list. */
const BUSY_MS = 15_000

export interface Polled {
  /** Null if the list must be read again. */
  readonly version: string | null
  /** The number of polls since the last change. */
  readonly quiet: number
}

/** Returns the milliseconds until the next poll: 5 seconds after a change, up to 40 seconds without one. */
export function pollDelay({ version, quiet }: Polled = { version: '', quiet: 0 }): number {
  if (version === null) return BUSY_MS
  return Math.min(SLOWEST_MS, POLL_MS * 2 ** Math.floor(quiet / PATIENCE))
}
