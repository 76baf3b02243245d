import { Button, CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { EVENT_NAMES } from '@messaging/contract/envelope.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts'
import { type DeliveriesSearch, isFiltered, MIN_SEARCH } from './filters.ts'
import { words } from './words.ts'

const { filters } = words
const STATUSES = [
  { value: undefined, label: filters.all },
  { value: 'failed', label: filters.failed },
  { value: 'delivered', label: filters.succeeded },
  { value: 'pending', label: filters.pending },
] as const
const EVENTS = [{ value: '', label: filters.allEvents }, ...EVENT_NAMES.map((name) => ({ value: name, label: name }))]
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
      <Group gap="xs" my="sm" align="end">
        <SearchField q={search.q} onSearch={set} />
        <NativeSelect
          aria-label={filters.endpoint}
          size="xs"
          maw="12rem"
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
          maw="12rem"
          value={search.event ?? ''}
          onChange={({ currentTarget }) => set({ event: EVENT_NAMES.find((name) => name === currentTarget.value) })}
          data={EVENTS}
        />
        {search.status === 'failed' && (
          <NativeSelect
            aria-label={filters.replayed}
            size="xs"
            value={search.replayed ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ replayed: value === 'true' || value === 'false' ? value : undefined })
            }
            data={REPLAYED}
          />
        )}
        <TextInput
          aria-label={filters.from}
          title={filters.from}
          size="xs"
          type="datetime-local"
          value={toLocalInput(search.since)}
          onChange={(event) => set({ since: fromLocalInput(event.currentTarget.value) })}
        />
        <TextInput
          aria-label={filters.until}
          title={filters.until}
          size="xs"
          type="datetime-local"
          value={toLocalInput(search.until)}
          onChange={(event) => set({ until: fromLocalInput(event.currentTarget.value) })}
        />
        {isFiltered(search) && (
          <Button size="xs" variant="subtle" onClick={() => void navigate({ search: {} })}>
            {filters.clear}
          </Button>
        )}
      </Group>
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
      flex={1}
      miw="15rem"
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
