import { useSyncExternalStore } from 'react'
import { isTransient } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'

export type Connection = 'good' | 'offline' | 'unreachable'

/** Returns whether the browser is online, and whether the service responds to the queries of the page. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connection)
}

/** Sends the failed queries of the page again. */
export function retryQueries(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

function connection(): Connection {
  if (!navigator.onLine) return 'offline'
  const failed = queryClient.getQueryCache().findAll({ type: 'active' })
  return failed.some(({ state }) => state.status === 'error' && isTransient(state.error)) ? 'unreachable' : 'good'
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = queryClient.getQueryCache().subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
