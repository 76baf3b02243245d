/** Consecutive wrong passwords by user. After five, each further one doubles the lock time. */
export interface Attempts {
  isLocked(username: string, now: number): boolean
  failed(username: string, now: number): void
  succeeded(username: string): void
}

const FREE_ATTEMPTS = 5
const LONGEST_LOCK_MILLISECONDS = 15 * 60_000

/** Creates the counters. A restart resets them. */
export function createAttempts(): Attempts {
  const failures = new Map<string, { readonly count: number; readonly until: number }>()
  return {
    isLocked: (username, now) => (failures.get(username)?.until ?? 0) > now,
    failed(username, now) {
      const count = (failures.get(username)?.count ?? 0) + 1
      const lock = count < FREE_ATTEMPTS ? 0 : Math.min(1000 * 2 ** (count - FREE_ATTEMPTS), LONGEST_LOCK_MILLISECONDS)
      failures.set(username, { count, until: now + lock })
    },
    succeeded: (username) => void failures.delete(username),
  }
}
