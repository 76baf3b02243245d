import { getWebhookStatistics } from '@messaging/contract/dashboard/statistics.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { CausesList, isReason } from '../overview/causes-list.tsx'
import { Figures } from '../overview/figures.tsx'
import { PeriodTabs, periodIn } from '../overview/period-tabs.tsx'
import { ResultCharts } from '../overview/result-charts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'

const route = getRouteApi('/shell/webhooks/$id')
const POLL_MS = 60_000

/** The results and latency of an endpoint's deliveries in a period, with success over time and failures by cause. */
export function StatisticsPanel({ webhookId }: { readonly webhookId: string }) {
  const period = periodIn(route.useSearch())
  const query = useQuery({
    ...readList(getWebhookStatistics, { params: { id: webhookId }, query: { period } }),
    refetchInterval: POLL_MS,
  })
  return (
    <Panel title="Statistics" actions={<PeriodTabs period={period} />}>
      <Loaded query={query}>
        {(statistics) => (
          <>
            <Figures statistics={statistics} webhookId={webhookId} />
            <ResultCharts points={statistics.points} withSuccess>
              {statistics.causes.some(isReason) && (
                <section>
                  <h3>Failures by cause</h3>
                  <CausesList statistics={statistics} webhookId={webhookId} />
                </section>
              )}
            </ResultCharts>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
