import type { Period, WebhookResults } from '@messaging/contract/dashboard/statistics.ts'
import { Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { durationText } from '../ui/time-words.ts'
import classes from './endpoints-table.module.css'
import { percentText } from './percent-text.ts'
import { words } from './words.ts'

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
    title: words.figures[status],
    align: 'end',
    render: ({ id, ...webhook }) => (
      <Link to="/deliveries" search={{ status, webhookId: id, since, tests: 'hidden' }} className={classes.count}>
        {webhook[status].toLocaleString('en')}
      </Link>
    ),
  })
  const columns: readonly Column<WebhookResults>[] = [
    {
      title: words.endpoints.name,
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
          {(deleted || !enabled) && (
            <span className={classes.state}>{deleted ? words.endpoints.deleted : words.endpoints.disabled}</span>
          )}
        </>
      ),
    },
    { title: words.figures.successRate, align: 'end', render: ({ successRate }) => percentText(successRate) },
    countOf('delivered'),
    countOf('failed'),
    {
      title: words.endpoints.p95,
      align: 'end',
      render: ({ p95 }) => (p95 === null ? words.figures.none : durationText(p95)),
    },
  ]
  return <DataTable label={words.endpoints.title} columns={columns} rows={webhooks} rowKey={({ id }) => id} />
}
