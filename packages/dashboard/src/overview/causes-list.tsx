import type { Statistics } from '@messaging/contract/dashboard/statistics.ts'
import { Link } from '@tanstack/react-router'
import { CAUSE_TEXTS } from '../deliveries/outcome-words.ts'
import classes from './causes-list.module.css'

/** Failed deliveries by cause, as bars. Each cause links to its deliveries. */
export function CausesList({
  statistics: { since, causes, failed },
  webhookId,
}: {
  readonly statistics: Statistics
  readonly webhookId?: string
}) {
  return (
    <ul className={classes.causes}>
      {causes.filter(isReason).map(({ cause, count }) => (
        <li key={cause}>
          <Link
            to="/deliveries"
            search={{ status: 'failed', cause, since, tests: 'hidden', ...(webhookId && { webhookId }) }}
          >
            {CAUSE_TEXTS[cause]}
          </Link>
          <span className={classes.count}>{count.toLocaleString('en')}</span>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ width: `${(100 * count) / failed}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Returns whether it is a reason of the endpoint. Deliveries to a disabled endpoint have none of their own. */
export function isReason({ cause }: Statistics['causes'][number]): boolean {
  return cause !== 'webhook_disabled'
}
