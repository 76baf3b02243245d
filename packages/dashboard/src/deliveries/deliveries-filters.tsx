import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { CAUSES } from '@messaging/contract/causes.ts'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { EVENT_NAMES } from '@messaging/contract/envelope.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts'
import { type DeliveriesSearch, isFiltered } from './filters.ts'
import { CAUSE_WORDS } from './outcome-words.ts'

const STATUSES = [
  { value: undefined, label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Succeeded' },
  { value: 'pending', label: 'Pending' },
] as const

const WITHOUT_TESTS = 'without-tests'
const EVENTS = [
  { value: '', label: 'All events' },
  { value: WITHOUT_TESTS, label: 'All but test events' },
  ...EVENT_NAMES.map((name) => ({ value: name, label: name })),
]
const CAUSE_CHOICES = [
  { value: '', label: 'All causes' },
  ...CAUSES.map((cause) => ({ value: cause, label: CAUSE_WORDS[cause] })),
]

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
          value={search.event ?? (search.tests && WITHOUT_TESTS) ?? ''}
          onChange={({ currentTarget: { value } }) =>
            set({
              event: EVENT_NAMES.find((name) => name === value),
              tests: value === WITHOUT_TESTS ? 'hidden' : undefined,
            })
          }
          data={EVENTS}
        />
        <NativeSelect
          aria-label="Cause"
          size="xs"
          value={search.cause ?? ''}
          onChange={({ currentTarget }) => set({ cause: CAUSES.find((cause) => cause === currentTarget.value) })}
          data={CAUSE_CHOICES}
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
