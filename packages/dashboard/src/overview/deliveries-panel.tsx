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
import { PeriodTabs } from './period-tabs.tsx'
import { ResultCharts } from './result-charts.tsx'
import { words } from './words.ts'

/** The results of deliveries in a period: of all endpoints, over time, by endpoint and by cause. */
export function DeliveriesPanel({ deliveries, period }: Pick<Overview, 'deliveries'> & { readonly period: Period }) {
  const { webhooks, causes, since, points } = deliveries
  return (
    <Panel
      title={words.deliveries.of(words.deliveries.periods[period])}
      actions={
        <>
          <PeriodTabs period={period} />
          <LinkButton to="/deliveries" size="xs" variant="default">
            {words.deliveries.all}
          </LinkButton>
        </>
      }
    >
      {webhooks.length === 0 ? (
        <EmptyState
          icon={IconChartBar}
          title={words.deliveries.empty(words.deliveries.periods[period])}
          action={
            <LinkButton to="/webhooks" size="xs" variant="default">
              {words.deliveries.sendTest}
            </LinkButton>
          }
        >
          {words.deliveries.emptyHint}
        </EmptyState>
      ) : (
        <>
          <Figures statistics={deliveries} />
          <p className={classes.note}>{words.figures.note}</p>
          <ResultCharts points={points} />
          <div className={classes.columns} data-alone={causes.length === 0 || undefined}>
            <section>
              <h3>{words.endpoints.title}</h3>
              <EndpointsTable webhooks={webhooks} period={period} since={since} />
            </section>
            {causes.length > 0 && (
              <section>
                <h3>{words.causes.title}</h3>
                <CausesList statistics={deliveries} />
              </section>
            )}
          </div>
        </>
      )}
    </Panel>
  )
}
