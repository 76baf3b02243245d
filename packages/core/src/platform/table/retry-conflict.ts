import { conflict } from '../errors.ts'

/** The usual number of runs: changes by people, which seldom meet. */
export const CONFLICT_TRIES = 5

/**
 * Runs `attempt` until it returns a result. Each run decides from what is stored now, and returns undefined if another
 * write came first.
 * @throws ServiceError 409 with `message` after `tries` runs
 */
export async function retryConflict<Result>(
  tries: number,
  message: string,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  for (let run = 1; run <= tries; run++) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw conflict('changed_concurrently', message)
}
