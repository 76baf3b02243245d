/** Returns the seconds until the next retry, or undefined if retries are exhausted. `tries` counts this failure too. */
export function retryAfter(tries: number, delaysSeconds: readonly number[]): number | undefined {
  return delaysSeconds[tries - 1]
}

const MOST_ROUNDS = 2
const LONGEST_MILLISECONDS = 15_000

/** Returns whether a new answer may replace an unsent one. Times since the epoch in ms; `round` counts replacements. */
export function mayStartOver(turn: {
  readonly round: number
  readonly startedAt: number
  readonly changedOutside: boolean
  readonly now: number
}): boolean {
  const { round, startedAt, changedOutside, now } = turn
  return !changedOutside && round < MOST_ROUNDS && now - startedAt < LONGEST_MILLISECONDS
}
