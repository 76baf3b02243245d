import { Text } from '@mantine/core'
import { listDeliveries } from '@messaging/contract/dashboard/deliveries.ts'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { CursorPager } from '../ui/pager.tsx'
import { DeliveriesFilters } from './deliveries-filters.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'
import { isFiltered } from './filters.ts'

const route = getRouteApi('/shell/deliveries')
const POLL_MS = 5_000

export function DeliveriesPage() {
  const search = route.useSearch()
  const isNewest = search.cursor === undefined
  const query = useQuery({ ...readList(listDeliveries, { query: search }), refetchInterval: isNewest && POLL_MS })
  return (
    <Page title="Deliveries" description="Events sent to your endpoints. Newest first, kept for 30 days.">
      <DeliveriesFilters search={search} />
      <Loaded query={query}>
        {({ results, nextCursor }) => (
          <>
            {results.length > 0 ? (
              <DeliveriesTable deliveries={results} ofOneWebhook={search.webhookId !== undefined} />
            ) : (
              <NoDeliveries isFiltered={isFiltered(search)} hasMore={nextCursor !== null} />
            )}
            <CursorPager cursor={search.cursor} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function NoDeliveries({ isFiltered: filtered, hasMore }: { readonly isFiltered: boolean; readonly hasMore: boolean }) {
  if (hasMore)
    return (
      <EmptyState icon={IconListDetails} title="No matches on this page">
        Few matches here; try older results.
      </EmptyState>
    )
  if (filtered)
    return (
      <EmptyState
        icon={IconListDetails}
        title="No matching deliveries"
        action={
          <LinkButton to="/deliveries" variant="default">
            Show all deliveries
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      icon={IconListDetails}
      title="No deliveries yet"
      action={
        <LinkButton to="/webhooks" variant="default">
          Go to endpoints
        </LinkButton>
      }
    >
      <Text size="sm">
        Deliveries appear here when a customer writes, or when you send a test event to an endpoint.
      </Text>
    </EmptyState>
  )
}
