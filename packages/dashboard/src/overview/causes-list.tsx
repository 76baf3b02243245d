import type { Statistics } from '@messaging/contract/dashboard/statistics.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CAUSE_TEXTS } from '../deliveries/outcome-words.ts'
import classes from './causes-list.module.css'

/** Failed deliveries by cause. Each cause links to its deliveries. */
export function CausesList({
  statistics: { since, causes, failed },
  webhookId,
}: {
  readonly statistics: Statistics
  readonly webhookId?: string
}) {
  return (
    <Causes
      causes={causes.filter(isReason)}
      total={failed}
      linkOf={(cause) => (
        <Link
          to="/deliveries"
          search={{ status: 'failed', cause, since, tests: 'hidden', ...(webhookId && { webhookId }) }}
        >
          {CAUSE_TEXTS[cause]}
        </Link>
      )}
    />
  )
}

/** The causes of failures, as bars of their shares of `total`. */
export function Causes<Cause extends string>({
  causes,
  total,
  linkOf,
}: {
  readonly causes: readonly { readonly cause: Cause; readonly count: number }[]
  readonly total: number
  readonly linkOf: (cause: Cause) => ReactNode
}) {
  return (
    <ul className={classes.causes}>
      {causes.map(({ cause, count }) => (
        <li key={cause}>
          {linkOf(cause)}
          <span className={classes.count}>{count.toLocaleString('en')}</span>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ width: `${(100 * count) / total}%` }} />
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
