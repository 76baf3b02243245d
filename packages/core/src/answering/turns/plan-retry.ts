/** What follows after a failure that may pass: another try after a while, or nothing more. `tries` counts this failure too. */
export function retryAfter(tries: number, delaysSeconds: readonly number[]): number | undefined {
  return delaysSeconds[tries - 1]
}

const MOST_ROUNDS = 2
const LONGEST_MILLISECONDS = 15_000

/**
 * Whether an answer that was not sent yet may be dropped for one that knows what the customer wrote since. Times in
 * milliseconds since the epoch; `round` counts how often it was.
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
