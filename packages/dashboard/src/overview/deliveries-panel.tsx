import type { Overview } from '@messaging/contract/dashboard/overview.ts'
import { Link } from '@tanstack/react-router'
import { HoursChart } from '../ui/hours-chart.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { When } from '../ui/when.tsx'
import { hoursText } from '../webhooks/health.ts'
import classes from './deliveries-panel.module.css'

const COUNTS = [
  { status: 'delivered', label: 'Delivered' },
  { status: 'failed', label: 'Failed' },
  { status: 'pending', label: 'Pending' },
] as const

/** The deliveries of the last 24 hours by status. Each count links to its deliveries. */
export function DeliveriesPanel({ deliveries }: Pick<Overview, 'deliveries'>) {
  const { since, hours } = deliveries
  const isTruncated = hours[0] !== undefined && since > hours[0].hour
  return (
    <Panel
      title="Deliveries, last 24 hours"
      actions={
        <LinkButton to="/deliveries" size="xs" variant="default">
          All deliveries
        </LinkButton>
      }
    >
      <div className={classes.counts}>
        {COUNTS.map(({ status, label }) => (
          <Link key={status} to="/deliveries" search={{ status, since }} className={classes.count}>
            <span className={classes.label}>{label}</span>
            <span className={classes.figure}>{deliveries[status].toLocaleString('en')}</span>
          </Link>
        ))}
      </div>
      <HoursChart hours={hours} label={hoursText(hours)} height={96} />
      {isTruncated && (
        <p className={classes.note}>
          Too many deliveries to count. These are since <When at={since} />.
        </p>
      )}
    </Panel>
  )
}
