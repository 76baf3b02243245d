import { IconListDetails } from '@tabler/icons-react'
import { isFiltered } from '../shell/filter.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { exactTime } from '../ui/time-words.ts'
import type { DeliveriesSearch } from './filters.ts'

/** Replaces an empty page: why it is empty, and what to do. */
export function NoDeliveries({
  search,
  nextCursor,
  searchedUntil,
}: {
  readonly search: DeliveriesSearch
  readonly nextCursor: string | null
  readonly searchedUntil: string | null
}) {
  if (nextCursor !== null)
    return (
      <EmptyState
        icon={IconListDetails}
        title="No matches so far"
        action={
          <LinkButton to="/deliveries" search={{ ...search, cursor: nextCursor }}>
            Search older
          </LinkButton>
        }
      >
        {searchedUntil &&
          `Searched back to ${exactTime(Date.parse(searchedUntil)).local}. Few deliveries match; search older ones.`}
      </EmptyState>
    )
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
  const { title, hint } = texts(search)
  return (
    <EmptyState
      icon={IconListDetails}
      title={title}
      action={
        <LinkButton to="/deliveries" variant="default">
          Show all deliveries
        </LinkButton>
      }
    >
      {hint}
    </EmptyState>
  )
}

function texts({ status, q, event }: DeliveriesSearch): { title: string; hint: string } {
  const isStatusOnly = q === undefined && event === undefined
  if (isStatusOnly && status === 'failed')
    return { title: 'No failed deliveries', hint: 'Every delivery in this range was accepted by its endpoint.' }
  if (isStatusOnly && status === 'pending')
    return { title: 'No pending deliveries', hint: 'Every delivery was delivered or has failed.' }
  return { title: 'No matching deliveries', hint: 'Check the filters. Deliveries are kept for 30 days.' }
}
