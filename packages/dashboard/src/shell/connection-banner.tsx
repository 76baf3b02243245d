import { IconPlugConnectedX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { isTransient } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import classes from './connection-banner.module.css'

const CONNECTION_TEXTS = {
  offline: 'You are offline. This page is updated when the connection is back.',
  unreachable: 'The service does not respond. Trying again.',
}

/** Says above the page that there is no connection. Failed queries are repeated by themselves, and by the button. */
export function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div role="status" className={classes.status}>
      {connection !== 'good' && (
        <p className={classes.banner}>
          <IconPlugConnectedX size={16} aria-hidden />
          {CONNECTION_TEXTS[connection]}
          {connection === 'unreachable' && (
            <button type="button" className={classes.retry} onClick={retryQueries}>
              Try now
            </button>
          )}
        </p>
      )}
    </div>
  )
}

type Connection = 'good' | 'offline' | 'unreachable'

/** Returns whether the browser is online, and whether the service responds to the queries of the page. */
function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connection)
}

/** Sends the failed queries of the page again. */
function retryQueries(): void {
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
