import { getOverview, type Overview } from '@messaging/contract/dashboard/overview.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { read } from '../api/read.ts'
import { useMe, useOperatorAccess } from '../api/use-me.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { AttentionPanel } from './attention-panel.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { FirstSteps } from './first-steps.tsx'

const ServicePanel = lazy(async () => ({ default: (await import('../operations/service-panel.tsx')).ServicePanel }))
const POLL_MS = 15_000

export function OverviewPage() {
  const { data: me } = useMe()
  const query = useQuery({ ...read(getOverview, {}), refetchInterval: POLL_MS })
  return (
    <Page title="Overview" description={me?.organization.name}>
      <Loaded query={query}>{(overview) => <Panels overview={overview} />}</Loaded>
    </Page>
  )
}

function Panels({ overview }: { readonly overview: Overview }) {
  const isOperator = useOperatorAccess() === 'granted'
  return (
    <>
      {overview.webhooks.total === 0 && <FirstSteps />}
      <AttentionPanel overview={overview} />
      <DeliveriesPanel deliveries={overview.deliveries} />
      {isOperator && (
        <Suspense>
          <ServicePanel />
        </Suspense>
      )}
    </>
  )
}
