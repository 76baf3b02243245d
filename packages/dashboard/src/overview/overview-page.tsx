import { getOverview, type Overview } from '@replywright/contract/dashboard/overview.ts'
import type { Period, WebhookResults } from '@replywright/contract/dashboard/statistics.ts'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import { useMe, useOperatorAccess } from '../api/use-me.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { percentText } from '../ui/number-text.ts'
import { Loaded, Page, Panel } from '../ui/page.tsx'
import { PercentileText } from '../ui/text.tsx'
import { AttentionPanel, isCalm } from './attention-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { HandlingPanel } from './handling-panel.tsx'
import classes from './overview.module.css'
import { ResultCharts } from './result-charts.tsx'
import { CausesList, Figures, PERIOD_NAMES, PeriodTabs, periodIn, RESULT_NAMES } from './statistics.tsx'
import { UsagePanel } from './usage-panel.tsx'

const ServicePanel = lazyPart(async () => (await import('../operations/service-panel.tsx')).ServicePanel)
const route = getRouteApi('/shell/')
/** A longer period costs more to read and changes less. */
const POLL_MS = { '24h': 15_000, '7d': 60_000, '30d': 300_000 } as const

// Loaded on demand, because numbers are usually healthy.
const HealthBanner = lazyPart(async () => (await import('../numbers/health-banner.tsx')).HealthBanner)

export function OverviewPage() {
  const { data: me } = useMe()
  const period = periodIn(route.useSearch())
  const query = useQuery({
    ...readList(getOverview, { query: { period } }),
    refetchInterval: pollEvery(POLL_MS[period]),
  })
  const isOperator = useOperatorAccess() === 'granted'
  return (
    <Page title="Overview" description={me?.organization.name} actions={<PeriodTabs period={period} />}>
      <Loaded query={query}>
        {(overview) => (
          <>
            <Suspense>
              {overview.numbers.unhealthy.map((one) => (
                <HealthBanner key={one.number} {...one} />
              ))}
            </Suspense>
            {isCalm(overview) && <FirstSteps />}
            <AttentionPanel overview={overview} />
            {!isCalm(overview) && <FirstSteps />}
            <HandlingPanel period={period} />
            <UsagePanel />
            <DeliveriesPanel deliveries={overview.deliveries} period={period} />
            {isOperator && (
              <Suspense>
                <ServicePanel />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The results of deliveries in a period: of all endpoints, over time, by endpoint and by cause. */
function DeliveriesPanel({ deliveries, period }: Pick<Overview, 'deliveries'> & { readonly period: Period }) {
  const { webhooks, causes, since, points } = deliveries
  return (
    <Panel
      title={`Deliveries, last ${PERIOD_NAMES[period]}`}
      actions={
        <LinkButton to="/deliveries" size="xs" variant="default">
          All deliveries
        </LinkButton>
      }
    >
      {webhooks.length === 0 ? (
        <EmptyState
          icon={IconChartBar}
          title={`No deliveries in the last ${PERIOD_NAMES[period]}`}
          action={
            <LinkButton to="/webhooks" size="xs" variant="default">
              Send a test event
            </LinkButton>
          }
        >
          Counts and latency appear here when customers write to a number that an endpoint is subscribed to.
        </EmptyState>
      ) : (
        <>
          <Figures statistics={deliveries} />
          <p className={classes.below}>By the time of the event. Test events are not counted.</p>
          <ResultCharts points={points} />
          <div className={classes.columns} data-alone={causes.length === 0 || undefined}>
            <section>
              <h3>By endpoint</h3>
              <EndpointsTable webhooks={webhooks} period={period} since={since} />
            </section>
            {causes.length > 0 && (
              <section>
                <h3>Failures by cause</h3>
                <CausesList statistics={deliveries} />
              </section>
            )}
          </div>
        </>
      )}
    </Panel>
  )
}

/** The results of each endpoint in a period. Counts link to their deliveries. */
function EndpointsTable({
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
      <Link to="/deliveries" search={{ status, webhookId: id, since, tests: 'hidden' }} style={{ color: 'inherit' }}>
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
          {(deleted || !enabled) && <span className={classes.note}>{deleted ? 'deleted' : 'disabled'}</span>}
        </>
      ),
    },
    { title: 'Success rate', align: 'end', render: ({ successRate }) => percentText(successRate) },
    countOf('delivered'),
    countOf('failed'),
    { title: 'Latency p95', align: 'end', render: ({ p95 }) => <PercentileText ms={p95} /> },
  ]
  return <DataTable label="By endpoint" columns={columns} rows={webhooks} rowKey={({ id }) => id} />
}
