import { IconPlugConnectedX } from '@tabler/icons-react'
import { retryQueries, useConnection } from './connection.ts'
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
