import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { EVENT_NAMES } from '@messaging/contract/envelope.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts'
import { type DeliveriesSearch, isFiltered } from './filters.ts'

const STATUSES = [
  { value: undefined, label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Succeeded' },
  { value: 'pending', label: 'Pending' },
] as const

const EVENTS = [{ value: '', label: 'All events' }, ...EVENT_NAMES.map((name) => ({ value: name, label: name }))]

/** The delivery filters. The URL stores them. */
export function DeliveriesFilters({ search }: { readonly search: DeliveriesSearch }) {
  const navigate = useNavigate({ from: '/deliveries' })
  const { data: webhooks = [] } = useQuery(readList(listWebhooks, {}))
  const set = (change: Partial<DeliveriesSearch>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true })
  return (
    <>
      <LinkTabs label="Status" param="status" value={search.status} tabs={STATUSES} />
      <Group gap="xs" my="md" align="end">
        <NativeSelect
          aria-label="Endpoint"
          size="xs"
          value={search.webhookId ?? ''}
          onChange={(event) => set({ webhookId: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: 'All endpoints' },
            ...webhooks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <NativeSelect
          aria-label="Event"
          size="xs"
          value={search.event ?? ''}
          onChange={({ currentTarget }) => set({ event: EVENT_NAMES.find((name) => name === currentTarget.value) })}
          data={EVENTS}
        />
        <TextInput
          label="From"
          size="xs"
          type="datetime-local"
          value={toLocalInput(search.since)}
          onChange={(event) => set({ since: fromLocalInput(event.currentTarget.value) })}
        />
        <TextInput
          label="Until"
          size="xs"
          type="datetime-local"
          value={toLocalInput(search.until)}
          onChange={(event) => set({ until: fromLocalInput(event.currentTarget.value) })}
        />
        {isFiltered(search) && (
          <Button size="xs" variant="subtle" onClick={() => void navigate({ search: {} })}>
            Clear filters
          </Button>
        )}
      </Group>
    </>
  )
}
