import { QueryClient } from '@tanstack/react-query'
import { isTransient } from './api-error.ts'
import { retryDelayMs } from './retry-delay.ts'

const RETRIES = 2
const FRESH_MS = 5_000

export const queryClient = new QueryClient({
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
