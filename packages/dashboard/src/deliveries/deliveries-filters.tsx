import { Button, CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { CAUSES } from '@messaging/contract/causes.ts'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { EVENT_NAMES } from '@messaging/contract/envelope.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { sinceOf } from '../replays/since-choices.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts'
import { type DeliveriesSearch, isFiltered, MIN_SEARCH } from './filters.ts'
import { CAUSE_WORDS } from './outcome-words.ts'
import { words } from './words.ts'

const { filters } = words
const STATUSES = [
  { value: undefined, label: filters.all },
  { value: 'failed', label: filters.failed },
  { value: 'delivered', label: filters.succeeded },
  { value: 'pending', label: filters.pending },
] as const
const WITHOUT_TESTS = 'without-tests'
const EVENTS = [
  { value: '', label: filters.allEvents },
  { value: WITHOUT_TESTS, label: filters.withoutTests },
  ...EVENT_NAMES.map((name) => ({ value: name, label: name })),
]
const CHOSEN_CAUSES = [
  { value: '', label: filters.allCauses },
  ...CAUSES.map((cause) => ({ value: cause, label: CAUSE_WORDS[cause] })),
]
const REPLAYED = [
  { value: '', label: filters.anyReplayed },
  { value: 'false', label: filters.notReplayed },
  { value: 'true', label: filters.onlyReplayed },
]
const TYPING_MS = 300

/** The delivery filters. The URL stores them. */
export function DeliveriesFilters({ search }: { readonly search: DeliveriesSearch }) {
  const navigate = useNavigate({ from: '/deliveries' })
  const { data: webhooks = [] } = useQuery(readList(listWebhooks, {}))
  const set = (change: Partial<DeliveriesSearch>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true })
  return (
    <>
      <LinkTabs label={filters.status} param="status" value={search.status} tabs={STATUSES} />
      <Group gap="xs" my="xs" align="end">
        <SearchField q={search.q} onSearch={set} />
        <NativeSelect
          aria-label={filters.endpoint}
          size="xs"
          flex="1 1 8rem"
          maw="11rem"
          value={search.webhookId ?? ''}
          onChange={(event) => set({ webhookId: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: filters.allEndpoints },
            ...webhooks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <NativeSelect
          aria-label={filters.event}
          size="xs"
          flex="1 1 8rem"
          maw="11rem"
          value={search.event ?? (search.tests && WITHOUT_TESTS) ?? ''}
          onChange={({ currentTarget: { value } }) =>
            set({
              event: EVENT_NAMES.find((name) => name === value),
              tests: value === WITHOUT_TESTS ? 'hidden' : undefined,
            })
          }
          data={EVENTS}
        />
        {(search.status === 'failed' || search.cause) && (
          <NativeSelect
            aria-label={filters.cause}
            size="xs"
            flex="1 1 8rem"
            maw="11rem"
            value={search.cause ?? ''}
            onChange={({ currentTarget }) => set({ cause: CAUSES.find((cause) => cause === currentTarget.value) })}
            data={CHOSEN_CAUSES}
          />
        )}
        {search.status === 'failed' && (
          <NativeSelect
            aria-label={filters.replayed}
            size="xs"
            flex="1 1 8rem"
            maw="10rem"
            value={search.replayed ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ replayed: value === 'true' || value === 'false' ? value : undefined })
            }
            data={REPLAYED}
          />
        )}
        <TimeFilter search={search} set={set} />
        {isFiltered({ ...search, status: undefined }) && (
          <Button size="xs" variant="subtle" onClick={() => void navigate({ search: { status: search.status } })}>
            {filters.clear}
          </Button>
        )}
      </Group>
    </>
  )
}

const HOUR_MS = 3_600_000
const TIMES = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const

/** Selects a period up to now, or a start and an end. */
function TimeFilter({
  search: { since, until },
  set,
}: {
  readonly search: DeliveriesSearch
  readonly set: (change: Pick<DeliveriesSearch, 'since' | 'until'>) => void
}) {
  const [choice, setChoice] = useState<keyof typeof TIMES | 'custom' | ''>(since || until ? 'custom' : '')
  const isSet = since !== undefined || until !== undefined
  const shown = isSet || choice === 'custom' ? choice || 'custom' : ''
  return (
    <>
      <NativeSelect
        aria-label={filters.time}
        size="xs"
        flex="1 1 8rem"
        maw="10rem"
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'hour' || value === 'day' || value === 'week') {
            setChoice(value)
            set({ since: sinceOf(TIMES[value], Date.now()), until: undefined })
          } else {
            setChoice(value === 'custom' ? value : '')
            if (value === '') set({ since: undefined, until: undefined })
          }
        }}
        data={[
          { value: '', label: filters.anyTime },
          { value: 'hour', label: filters.hour },
          { value: 'day', label: filters.day },
          { value: 'week', label: filters.week },
          { value: 'custom', label: filters.custom },
        ]}
      />
      {shown === 'custom' && (
        <>
          <TextInput
            label={filters.from}
            size="xs"
            type="datetime-local"
            value={toLocalInput(since)}
            onChange={(event) => set({ since: fromLocalInput(event.currentTarget.value), until })}
          />
          <TextInput
            label={filters.until}
            size="xs"
            type="datetime-local"
            value={toLocalInput(until)}
            onChange={(event) => set({ since, until: fromLocalInput(event.currentTarget.value) })}
          />
        </>
      )}
    </>
  )
}

function SearchField({
  q,
  onSearch,
}: {
  readonly q: string | undefined
  readonly onSearch: (change: Pick<DeliveriesSearch, 'q'>) => void
}) {
  const [text, setText] = useState(q ?? '')
  const [seen, setSeen] = useState(q)
  if (seen !== q) {
    setSeen(q)
    // Another control cleared the search. While the user types, the URL is updated with a delay.
    if (q === undefined && text.trim().length >= MIN_SEARCH) setText('')
  }
  const later = useDebouncedCallback((typed: string) => {
    const trimmed = typed.trim()
    onSearch({ q: trimmed.length >= MIN_SEARCH ? trimmed : undefined })
  }, TYPING_MS)
  const change = (typed: string) => {
    setText(typed)
    later(typed)
  }
  return (
    <TextInput
      aria-label={filters.search}
      placeholder={filters.searchHint}
      size="xs"
      flex="2 1 14rem"
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label={filters.clearSearch} onClick={() => change('')} />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
