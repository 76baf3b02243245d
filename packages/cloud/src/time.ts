/** A clock with timers, in milliseconds since the epoch. */
export interface Time {
  now(): number
  /** Calls `run` once, at `at` or soon after. @returns a function that cancels the call. */
  wake(at: number, run: () => void): () => void
}

/** Limits a sleep, so that a suspended machine notices the time soon after it resumes. */
const LONGEST_SLEEP_MILLISECONDS = 30_000

export const SYSTEM_TIME: Time = {
  now: Date.now,
  wake(at, run) {
    let timer: NodeJS.Timeout
    const sleep = () => {
      const left = at - Date.now()
      timer = left > 0 ? setTimeout(sleep, Math.min(left, LONGEST_SLEEP_MILLISECONDS)) : setTimeout(run)
    }
    sleep()
    return () => clearTimeout(timer)
  },
}

/** A clock that moves only on `advance`, and calls everything that is due by then. */
export function manualTime(start: number): Time & { advance(milliseconds: number): void } {
  let now = start
  const sleeping = new Set<{ readonly at: number; readonly run: () => void }>()
  return {
    now: () => now,
    wake(at, run) {
      const sleeper = { at, run }
      sleeping.add(sleeper)
      return () => void sleeping.delete(sleeper)
    },
    advance(milliseconds) {
      now += milliseconds
      for (const sleeper of [...sleeping]) {
        if (sleeper.at > now) continue
        sleeping.delete(sleeper)
        sleeper.run()
      }
    },
  }
}
