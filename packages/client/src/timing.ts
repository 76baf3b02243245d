/** Time and randomness, injected so that tests can replace them. */
export interface Timing {
  /** Milliseconds since the epoch. */
  now(): number
  /** At least 0, less than 1. */
  random(): number
  /** Rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const realTiming: Timing = { now: () => Date.now(), random: () => Math.random(), sleep }

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
