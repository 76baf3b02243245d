import { QueryClient } from '@tanstack/react-query'
import { isTransient } from './api-error.ts'

const RETRIES = 2
const FRESH_MS = 5_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (failures, error) => failures < RETRIES && isTransient(error), staleTime: FRESH_MS },
    mutations: { retry: false },
  },
})
