import type { Overview } from '@messaging/contract/dashboard/overview.ts'
import type { Period } from '@messaging/contract/dashboard/statistics.ts'
import { IconChartBar } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { CausesList } from './causes-list.tsx'
import classes from './deliveries-panel.module.css'
import { EndpointsTable } from './endpoints-table.tsx'
import { Figures } from './figures.tsx'
import { PERIOD_NAMES, PeriodTabs } from './period-tabs.tsx'
import { ResultCharts } from './result-charts.tsx'

/** The results of deliveries in a period: of all endpoints, over time, by endpoint and by cause. */
export function DeliveriesPanel({ deliveries, period }: Pick<Overview, 'deliveries'> & { readonly period: Period }) {
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
