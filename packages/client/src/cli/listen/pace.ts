import type { Timing } from '../../timing.ts'

/** 60 a minute. The rest of the API's 100 requests a minute is for the developer's own requests with the same key. */
const REQUESTS_PER_SECOND = 1
/** Requests that may follow each other at once after a pause. */
const BURST = 5

/** Returns a function that waits until the next request to the API may be sent. */
export function createPace({ now, sleep }: Timing): (signal: AbortSignal) => Promise<void> {
  let tokens = BURST
  let countedAt = now()
  return async (signal) => {
    const time = now()
    tokens = Math.min(BURST, tokens + ((time - countedAt) / 1000) * REQUESTS_PER_SECOND) - 1
    countedAt = time
    if (tokens < 0) await sleep((-tokens / REQUESTS_PER_SECOND) * 1000, signal)
  }
}
