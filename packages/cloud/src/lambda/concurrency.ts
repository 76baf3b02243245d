import type { FunctionConfiguration } from './function-configuration.ts'
import { throttled } from './lambda-error.ts'

/** Counts concurrent executions and rejects those over a limit. */
export interface Concurrency {
  /**
   * Counts one execution of a function until the returned function is called.
   * @throws LambdaError `TooManyRequestsException` if the function or the account has no execution left.
   */
  begin(fn: Pick<FunctionConfiguration, 'name' | 'reservedConcurrency'>): () => void
}

/**
 * Limits executions as Lambda does: a function with reserved concurrency has exactly that, and all others share the
 * rest of the account.
 * @throws RangeError if the functions reserve more than the account has.
 */
export function createConcurrency(
  functions: readonly Pick<FunctionConfiguration, 'reservedConcurrency'>[],
  accountLimit = Number.POSITIVE_INFINITY,
): Concurrency {
  const reserved = functions.reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0)
  if (reserved > accountLimit) {
    throw new RangeError(`the functions reserve ${reserved} executions of the account's ${accountLimit}`)
  }
  const running = new Map<string | undefined, number>()
  return {
    begin({ name, reservedConcurrency }) {
      const pool = reservedConcurrency === undefined ? undefined : name
      const count = running.get(pool) ?? 0
      if (count >= (reservedConcurrency ?? accountLimit - reserved)) throw throttled()
      running.set(pool, count + 1)
      return () => void running.set(pool, (running.get(pool) ?? 0) - 1)
    },
  }
}
