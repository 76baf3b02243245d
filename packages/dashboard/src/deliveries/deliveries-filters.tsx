import { Button, Group } from '@mantine/core'
import { CAUSES } from '@replywright/contract/causes.ts'
import { EVENT_NAMES } from '@replywright/contract/envelope.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sinceOf } from '../replays/since-choices.ts'
import { isFiltered } from '../shell/search.ts'
import { FilterSelect, PeriodFields, SearchField } from '../ui/filters.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { webhooksQuery } from '../webhooks/webhooks-query.ts'
import { CAUSE_TEXTS } from './delivery-words.ts'
import { type DeliveriesSearch, MIN_SEARCH } from './filters.ts'

const STATUSES = [
  { value: undefined, label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Succeeded' },
  { value: 'pending', label: 'Pending' },
] as const
const WITHOUT_TESTS = 'without-tests'
const EVENTS = [
  { value: WITHOUT_TESTS, label: 'All but test events' },
  ...EVENT_NAMES.map((name) => ({ value: name, label: name })),
] as const
const CHOSEN_CAUSES = CAUSES.map((cause) => ({ value: cause, label: CAUSE_TEXTS[cause] }))
const REPLAYED = [
  { value: 'false', label: 'Not replayed' },
  { value: 'true', label: 'Replayed' },
] as const
const WIDE = { flex: '1 1 8rem', maw: '11rem' }
const NARROW = { ...WIDE, maw: '10rem' }

/** The delivery filters. The URL stores them. */
export function DeliveriesFilters({ search }: { readonly search: DeliveriesSearch }) {
  const navigate = useNavigate({ from: '/deliveries' })
  const { data: webhooks } = useQuery(webhooksQuery())
  const choices = (webhooks ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const { webhookId } = search
  if (webhooks && webhookId && !webhooks.some(({ id }) => id === webhookId))
    choices.push({ value: webhookId, label: 'Deleted endpoint' })
  const set = (change: Partial<DeliveriesSearch>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true })
  return (
    <>
      <LinkTabs label="Status" param="status" value={search.status} tabs={STATUSES} />
      <Group gap="xs" my="xs" align="end">
        <SearchField
          label="Search deliveries"
          placeholder="ID, number or text"
          clearLabel="Clear search"
          flex="2 1 14rem"
          minLength={MIN_SEARCH}
          maxLength={200}
          value={search.q}
          onSearch={(q) => set({ q })}
        />
        <FilterSelect
          {...WIDE}
          aria-label="Endpoint"
          all="All endpoints"
          choices={choices}
          value={webhookId}
          onSelect={(id) => set({ webhookId: id })}
        />
        <FilterSelect
          {...WIDE}
          aria-label="Event"
          all="All events"
          choices={EVENTS}
          value={search.event ?? (search.tests && WITHOUT_TESTS)}
          onSelect={(event) =>
            set(event === WITHOUT_TESTS ? { event: undefined, tests: 'hidden' } : { event, tests: undefined })
          }
        />
        {(search.status === 'failed' || search.cause) && (
          <FilterSelect
            {...WIDE}
            aria-label="Cause"
            all="All causes"
            choices={CHOSEN_CAUSES}
            value={search.cause}
            onSelect={(cause) => set({ cause })}
          />
        )}
        {search.status === 'failed' && (
          <FilterSelect
            {...NARROW}
            aria-label="Replays"
            all="Replayed or not"
            choices={REPLAYED}
            value={search.replayed}
            onSelect={(replayed) => set({ replayed })}
          />
        )}
        <TimeFilter search={search} set={set} />
        {isFiltered({ ...search, status: undefined }) && (
          <Button size="xs" variant="subtle" onClick={() => void navigate({ search: { status: search.status } })}>
            Clear filters
          </Button>
        )}
      </Group>
    </>
  )
}

const HOUR_MS = 3_600_000
const TIMES = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const
const CHOSEN_TIMES = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'custom', label: 'Custom range' },
] as const

/** Selects a period up to now, or a start and an end. */
function TimeFilter({
  search: { since, until },
  set,
}: {
  readonly search: DeliveriesSearch
  readonly set: (change: Pick<DeliveriesSearch, 'since' | 'until'>) => void
}) {
  const [choice, setChoice] = useState<keyof typeof TIMES | 'custom' | undefined>(since || until ? 'custom' : undefined)
  const isSet = since !== undefined || until !== undefined
  const shown = isSet || choice === 'custom' ? (choice ?? 'custom') : undefined
  return (
    <>
      <FilterSelect
        {...NARROW}
        aria-label="Time"
        all="Any time"
        choices={CHOSEN_TIMES}
        value={shown}
        onSelect={(chosen) => {
          setChoice(chosen)
          if (chosen === undefined) set({ since: undefined, until: undefined })
          else if (chosen !== 'custom') set({ since: sinceOf(TIMES[chosen], Date.now()), until: undefined })
        }}
      />
      {shown === 'custom' && <PeriodFields period={{ since, until }} onChange={set} />}
    </>
  )
}
