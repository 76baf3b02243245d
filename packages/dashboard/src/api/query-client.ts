import type { Ms } from '@replywright/contract/time.ts'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isTransient } from './api-error.ts'

const RETRIES = 2
const FRESH_MS = 5_000

export const queryClient = new QueryClient({
  // The library counts all errors of a query. Delays depend on those since the last success.
  queryCache: new QueryCache({
    onSuccess: (_, query) => {
      if (query.state.errorUpdateCount > 0) query.setState({ errorUpdateCount: 0 })
    },
  }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < RETRIES && isTransient(error),
      staleTime: FRESH_MS,
      // A query that failed is sent again by itself.
      refetchInterval: ({ state }) => isTransient(state.error) && retryDelayMs(state.errorUpdateCount),
    },
    // Without a connection, an action fails immediately instead of waiting. Its next try has the same idempotency key.
    mutations: { retry: false, networkMode: 'always' },
  },
})

const FIRST_MS = 2_000
const LONGEST_MS = 60_000

/** Returns the milliseconds to wait after this number of failures: 2 seconds, then twice as long each time, up to a minute. */
export function retryDelayMs(failures: number): Ms {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
}

interface Polled {
  readonly state: { readonly error: Error | null; readonly errorUpdateCount: number }
}

/**
 * Returns the `refetchInterval` of a poll every `ms`. The delay grows while the query fails. What does not exist, for example because
 * it was deleted, is not polled any more.
 */
export function pollEvery(ms: Ms): (query: Polled) => Ms | false {
  return ({ state: { error, errorUpdateCount } }) => {
    if (error === null) return ms
    return error instanceof ApiError && error.status === 404 ? false : retryDelayMs(errorUpdateCount)
  }
}
