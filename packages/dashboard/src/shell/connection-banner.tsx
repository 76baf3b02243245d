import { IconPlugConnectedX } from '@tabler/icons-react'
import { retryQueries, useConnection } from './connection.ts'
import classes from './connection-banner.module.css'
import { words } from './words.ts'

/** Says above the page that there is no connection. Failed queries are repeated by themselves, and by the button. */
export function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div role="status" className={classes.status}>
      {connection !== 'good' && (
        <p className={classes.banner}>
          <IconPlugConnectedX size={16} aria-hidden />
          {words.connection[connection]}
          {connection === 'unreachable' && (
            <button type="button" className={classes.retry} onClick={retryQueries}>
              {words.connection.retry}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
