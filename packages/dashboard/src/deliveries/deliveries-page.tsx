import { Text } from '@mantine/core'
import type { listDeliveries } from '@messaging/contract/dashboard/deliveries.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ResultOf } from '../api/send.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { CursorPager } from '../ui/pager.tsx'
import { exactTime } from '../ui/time-words.ts'
import { DeliveriesFilters } from './deliveries-filters.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'
import { DeliveriesToolbar } from './deliveries-toolbar.tsx'
import type { DeliveriesSearch } from './filters.ts'
import { NoDeliveries } from './no-deliveries.tsx'
import { useLivePage } from './use-live-page.ts'

const route = getRouteApi('/shell/deliveries')

export function DeliveriesPage() {
  const search = route.useSearch()
  const live = useLivePage(search)
  return (
    <Page
      title="Deliveries"
      description={
        search.status === 'failed'
          ? 'Failures, latest first. Kept for 30 days.'
          : 'Events sent to your endpoints, kept for 30 days.'
      }
    >
      <DeliveriesFilters search={search} />
      <Loaded query={live.query}>
        {(page) => (
          // The key forgets the selection when the page changes.
          <DeliveriesList key={JSON.stringify(search)} search={search} live={live} page={page} />
        )}
      </Loaded>
    </Page>
  )
}

function DeliveriesList({
  search,
  live,
  page,
}: {
  readonly search: DeliveriesSearch
  readonly live: ReturnType<typeof useLivePage>
  readonly page: ResultOf<typeof listDeliveries>
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { rows, nextCursor } = live
  const { previousCursor, searchedUntil } = page
  // The rows of the previous filters are shown until those of the new ones are loaded.
  const isStale = live.query.isPlaceholderData
  return (
    <div aria-busy={isStale} style={isStale ? { opacity: 0.5 } : undefined}>
      <DeliveriesToolbar search={search} live={live} selection={{ ids: selected, onChange: setSelected }} />
      {rows.length > 0 ? (
        <DeliveriesTable
          deliveries={rows}
          ofOneWebhook={search.webhookId !== undefined}
          search={search}
          selection={{ ids: selected, onChange: setSelected }}
        />
      ) : (
        <NoDeliveries search={search} nextCursor={nextCursor} searchedUntil={searchedUntil} />
      )}
      {rows.length > 0 && searchedUntil !== null && (
        <Text size="xs" c="dimmed" mt="xs">
          Searched back to {exactTime(Date.parse(searchedUntil)).local}.
        </Text>
      )}
      <CursorPager cursor={search.cursor} nextCursor={nextCursor} previousCursor={previousCursor} />
    </div>
  )
}
