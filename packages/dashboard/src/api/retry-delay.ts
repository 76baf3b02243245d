const FIRST_MS = 2_000
const LONGEST_MS = 60_000

/** Returns the milliseconds to wait after this number of failures: 2 seconds, then twice as long each time, up to a minute. */
export function retryDelayMs(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
}
