import { IconListDetails } from '@tabler/icons-react'
import { isFiltered } from '../shell/filter.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { exactTime } from '../ui/time-words.ts'
import type { DeliveriesSearch } from './filters.ts'
import { words } from './words.ts'

const { empty } = words

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
        title={empty.older}
        action={
          <LinkButton to="/deliveries" search={{ ...search, cursor: nextCursor }}>
            {empty.searchOlder}
          </LinkButton>
        }
      >
        {searchedUntil && empty.olderHint(exactTime(Date.parse(searchedUntil)).local)}
      </EmptyState>
    )
  if (!isFiltered(search))
    return (
      <EmptyState
        icon={IconListDetails}
        title={empty.first}
        action={
          <LinkButton to="/webhooks" variant="default">
            {empty.endpoints}
          </LinkButton>
        }
      >
        {empty.firstHint}
      </EmptyState>
    )
  const { title, hint } = texts(search)
  return (
    <EmptyState
      icon={IconListDetails}
      title={title}
      action={
        <LinkButton to="/deliveries" variant="default">
          {empty.showAll}
        </LinkButton>
      }
    >
      {hint}
    </EmptyState>
  )
}

function texts({ status, q, event }: DeliveriesSearch): { title: string; hint: string } {
  const isStatusOnly = q === undefined && event === undefined
  if (isStatusOnly && status === 'failed') return { title: empty.noFailures, hint: empty.noFailuresHint }
  if (isStatusOnly && status === 'pending') return { title: empty.noPending, hint: empty.noPendingHint }
  return { title: empty.none, hint: empty.noneHint }
}
