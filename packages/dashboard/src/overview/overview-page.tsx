import { getOverview, type Overview } from '@messaging/contract/dashboard/overview.ts'
import type { Period, WebhookResults } from '@messaging/contract/dashboard/statistics.ts'
import {
  IconAlertTriangle,
  IconChartBar,
  IconCircleCheck,
  IconFileAlert,
  IconUserExclamation,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { readList } from '../api/read.ts'
import { useMe, useOperatorAccess } from '../api/use-me.ts'
import { ContactName } from '../conversations/contact-name.tsx'
import { numberWords } from '../conversations/contact-words.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { PhoneNumber } from '../ui/phone-number.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { durationText } from '../ui/time-words.ts'
import { When } from '../ui/when.tsx'
import { CausesList } from './causes-list.tsx'
import classes from './deliveries-panel.module.css'
import { Figures, RESULT_NAMES } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { percentText } from './percent-text.ts'
import { PERIOD_NAMES, PeriodTabs, periodIn } from './period-tabs.tsx'
import { ResultCharts } from './result-charts.tsx'

const ServicePanel = lazyPart(async () => (await import('../operations/service-panel.tsx')).ServicePanel)
const route = getRouteApi('/shell/')
/** A longer period costs more to read and changes less. */
const POLL_MS = { '24h': 15_000, '7d': 60_000, '30d': 300_000 } as const

export function OverviewPage() {
  const { data: me } = useMe()
  const period = periodIn(route.useSearch())
  const query = useQuery({ ...readList(getOverview, { query: { period } }), refetchInterval: POLL_MS[period] })
  const isOperator = useOperatorAccess() === 'granted'
  return (
    <Page title="Overview" description={me?.organization.name}>
      <Loaded query={query}>
        {(overview) => (
          <>
            {isCalm(overview) && <FirstSteps />}
            <AttentionPanel overview={overview} />
            {!isCalm(overview) && <FirstSteps />}
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
        <>
          <PeriodTabs period={period} />
          <LinkButton to="/deliveries" size="xs" variant="default">
            All deliveries
          </LinkButton>
        </>
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
          <p className={classes.note}>By the time of the event. Test events are not counted.</p>
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

/** The figures stay visible below them. */
const SHOWN_CONVERSATIONS = 5

/** Returns whether nothing needs attention. */
function isCalm({ webhooks, conversations, documents }: Overview): boolean {
  return webhooks.needAttention.length + conversations.needHuman.length + documents.inError.length === 0
}

/** The items that need attention, the most urgent first, or a confirmation that there are none. */
function AttentionPanel({ overview }: { readonly overview: Overview }) {
  const { webhooks, conversations, documents } = overview
  // A disabled endpoint receives nothing; a failing one may recover.
  const endpoints = webhooks.needAttention.toSorted(
    (one, other) => Number(one.reason === 'failing') - Number(other.reason === 'failing'),
  )
  return (
    <Panel title="Needs attention">
      {isCalm(overview) ? (
        <StatusBadge tone="good" icon={IconCircleCheck} label="You’re all caught up" />
      ) : (
        <ul className={classes.list}>
          {endpoints.map(({ id, name, reason, consecutiveFailures, since }) => (
            <li key={id}>
              <StatusBadge
                tone={reason === 'failing' ? 'waiting' : 'bad'}
                icon={IconAlertTriangle}
                label={reason === 'failing' ? 'Failing' : 'Disabled'}
              />
              <span>
                <Link to="/webhooks/$id" params={{ id }}>
                  {name}
                </Link>{' '}
                {(reason === 'failing'
                  ? (count: number) => `failed ${count} times in a row`
                  : (count: number) => `auto-disabled after ${count} failures in a row`)(consecutiveFailures)}
              </span>
              {since && <When at={since} />}
            </li>
          ))}
          {conversations.needHuman.slice(0, SHOWN_CONVERSATIONS).map(({ id, contact, msgNumber, humanNeededSince }) => (
            <li key={id}>
              <StatusBadge tone="waiting" icon={IconUserExclamation} label="Waiting for a person" />
              <span>
                <Link to="/conversations/$id" params={{ id }}>
                  <ContactName contact={contact} />
                </Link>{' '}
                on <PhoneNumber number={numberWords(msgNumber)} />
              </span>
              {humanNeededSince && <When at={humanNeededSince} />}
            </li>
          ))}
          {documents.inError.map(({ id, name, agentId, agentName, problem }) => (
            <li key={id}>
              <StatusBadge tone="bad" icon={IconFileAlert} label="Error" />
              <span>
                {name}, document of{' '}
                <Link to="/agents/$id" params={{ id: agentId }}>
                  {agentName}
                </Link>
                : {problem}
              </span>
            </li>
          ))}
          {(conversations.more || conversations.needHuman.length > SHOWN_CONVERSATIONS) && (
            <li>
              <Link to="/conversations" search={{ show: 'needs-human' }}>
                More conversations that wait for a person
              </Link>
            </li>
          )}
        </ul>
      )}
    </Panel>
  )
}
