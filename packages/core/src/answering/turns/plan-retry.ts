/** Returns the seconds until the next retry, or undefined if retries are exhausted. `tries` counts this failure too. */
export function retryAfter(tries: number, delaysSeconds: readonly number[]): number | undefined {
  return delaysSeconds[tries - 1]
}

const MOST_ROUNDS = 2
const LONGEST_MILLISECONDS = 15_000

/**
 * Returns whether an unsent answer may be replaced by one that includes the customer's new messages. Times in
 * milliseconds since the epoch; `round` counts the earlier replacements.
 */
export function mayStartOver(turn: {
  readonly round: number
  readonly startedAt: number
  readonly changedOutside: boolean
  readonly now: number
}): boolean {
  const { round, startedAt, changedOutside, now } = turn
  return !changedOutside && round < MOST_ROUNDS && now - startedAt < LONGEST_MILLISECONDS
}
