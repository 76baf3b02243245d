import { getOverview } from '@messaging/contract/dashboard/overview.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { readList } from '../api/read.ts'
import { useMe, useOperatorAccess } from '../api/use-me.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { AttentionPanel, isCalm } from './attention-panel.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { periodIn } from './period-tabs.tsx'

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
