import { Button, Group, Loader, Text } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { isFiltered } from '../shell/search.ts'
import { EmptyState, NoMatches } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { CursorPager } from '../ui/pager.tsx'
import { exactTime } from '../ui/time-words.ts'
import { DeliveriesFilters } from './deliveries-filters.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'
import { DeliveriesToolbar } from './deliveries-toolbar.tsx'
import { DeliveriesSearch, emptyTexts } from './filters.ts'
import { useLivePage } from './use-live-page.ts'

const route = getRouteApi('/shell/deliveries')
type Live = ReturnType<typeof useLivePage>

export function DeliveriesPage() {
  // The address may have other parameters, which mails and sites add to links.
  const search = v.parse(DeliveriesSearch, route.useSearch())
  const live = useLivePage(search)
  return (
    <Page
      title="Deliveries"
      description={
        search.status === 'failed'
          ? 'Failures, latest first. Kept for up to 30 days.'
          : 'Events sent to your endpoints, kept for up to 30 days.'
      }
    >
      <DeliveriesFilters search={search} />
      <Loaded query={live.query}>
        {(page) => (
          // The key forgets the selection when the page changes.
          <DeliveriesList
            key={JSON.stringify(search)}
            search={search}
            live={live}
            previousCursor={page.previousCursor}
          />
        )}
      </Loaded>
    </Page>
  )
}

function DeliveriesList({
  search,
  live,
  previousCursor,
}: {
  readonly search: DeliveriesSearch
  readonly live: Live
  readonly previousCursor: string | null
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { rows, nextCursor, isShort } = live
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
        !isShort && <NoDeliveries search={search} />
      )}
      {isShort && <SearchProgress live={live} />}
      <CursorPager cursor={search.cursor} nextCursor={isShort ? null : nextCursor} previousCursor={previousCursor} />
    </div>
  )
}

/** How far a search looked. It goes on by itself for a while, and then when the user wants it. */
function SearchProgress({ live: { isSearching, searchedUntil, stop, goOn } }: { readonly live: Live }) {
  return (
    <Group gap="sm" mt="sm">
      {isSearching && <Loader size="xs" aria-hidden />}
      <Text c="dimmed" role="status">
        {isSearching ? 'Searching' : 'Searched'} back to{' '}
        {searchedUntil === null ? '…' : exactTime(Date.parse(searchedUntil)).local}
      </Text>
      <Button size="xs" variant="default" onClick={isSearching ? stop : goOn}>
        {isSearching ? 'Stop' : 'Search older'}
      </Button>
    </Group>
  )
}

/** Replaces an empty page: why it is empty, and what to do. */
function NoDeliveries({ search }: { readonly search: DeliveriesSearch }) {
  if (!isFiltered(search))
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
        Deliveries appear here when a customer writes. Send a test event to an endpoint to see the first one.
      </EmptyState>
    )
  const { title, hint } = emptyTexts(search)
  return (
    <NoMatches icon={IconListDetails} things="deliveries" title={title}>
      {hint}
    </NoMatches>
  )
}
