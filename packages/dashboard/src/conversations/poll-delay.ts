/** A change is shown at most 3 seconds later. Browsers pause the polls of hidden tabs. */
export const LIVE_MS = 2_500
/** The delay if so many conversations are active that each poll reads a page of the list. */
const BUSY_MS = 15_000

/** Returns the milliseconds until the next poll. The `version` is null if the list must be read again. */
export function pollDelay(version: string | null | undefined): number {
  return version === null ? BUSY_MS : LIVE_MS
}
