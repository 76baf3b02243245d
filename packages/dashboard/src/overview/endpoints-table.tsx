import type { Period, WebhookResults } from '@messaging/contract/dashboard/statistics.ts'
import { Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { durationText } from '../ui/time-words.ts'
import classes from './endpoints-table.module.css'
import { RESULT_NAMES } from './figures.tsx'
import { percentText } from './percent-text.ts'

/** The results of each endpoint in a period. Counts link to their deliveries. */
export function EndpointsTable({
  webhooks,
  period,
  since,
}: {
  readonly webhooks: readonly WebhookResults[]
  readonly period: Period
  readonly since: string
}) {
  const countOf = (status: 'delivered' | 'failed'): Column<WebhookResults> => ({
    title: RESULT_NAMES[status],
    align: 'end',
    render: ({ id, ...webhook }) => (
      <Link to="/deliveries" search={{ status, webhookId: id, since, tests: 'hidden' }} className={classes.count}>
        {webhook[status].toLocaleString('en')}
      </Link>
    ),
  })
  const columns: readonly Column<WebhookResults>[] = [
    {
      title: 'Endpoint',
      unlabelled: true,
      render: ({ id, name, enabled, deleted }) => (
        <>
          {deleted ? (
            name
          ) : (
            <Link to="/webhooks/$id" params={{ id }} search={{ period: period === '24h' ? undefined : period }}>
              {name}
            </Link>
          )}
          {(deleted || !enabled) && <span className={classes.state}>{deleted ? 'deleted' : 'disabled'}</span>}
        </>
      ),
    },
    { title: 'Success rate', align: 'end', render: ({ successRate }) => percentText(successRate) },
    countOf('delivered'),
    countOf('failed'),
    {
      title: 'Latency p95',
      align: 'end',
      render: ({ p95 }) => (p95 === null ? '–' : durationText(p95)),
    },
  ]
  return <DataTable label="By endpoint" columns={columns} rows={webhooks} rowKey={({ id }) => id} />
}
