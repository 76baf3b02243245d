import { Button, CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { listPhoneNumbers } from '@messaging/contract/phone-numbers.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { type InboxSearch, isFiltered } from './filters.ts'

const SHOWN = [
  { value: undefined, label: 'All' },
  { value: 'needs-human', label: 'Needs a person' },
  { value: 'taken-over', label: 'Taken over' },
] as const
const TYPING_MS = 300

/** The inbox filters. The URL stores them. */
export function InboxFilters({ search }: { readonly search: InboxSearch }) {
  const navigate = useNavigate({ from: '/conversations' })
  const { data } = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  const set = (change: Partial<InboxSearch>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true })
  return (
    <>
      <LinkTabs label="Conversations" param="show" value={search.show} tabs={SHOWN} />
      <Group gap="xs" my="md">
        <SearchField search={search.search} onSearch={set} />
        <NativeSelect
          aria-label="Number"
          size="xs"
          value={search.number ?? ''}
          onChange={(event) => set({ number: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: 'All numbers' },
            ...(data?.results ?? []).map(({ number, isSandbox }) => ({
              value: number,
              label: isSandbox ? `+${number} (sandbox)` : `+${number}`,
            })),
          ]}
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

function SearchField({
  search,
  onSearch,
}: {
  readonly search: string | undefined
  readonly onSearch: (change: Pick<InboxSearch, 'search'>) => void
}) {
  const [text, setText] = useState(search ?? '')
  const [seen, setSeen] = useState(search)
  if (seen !== search) {
    setSeen(search)
    // Another control cleared the search. While the user types, the URL is updated with a delay.
    if (search === undefined) setText('')
  }
  const later = useDebouncedCallback((typed: string) => onSearch({ search: typed.trim() || undefined }), TYPING_MS)
  const change = (typed: string) => {
    setText(typed)
    later(typed)
  }
  return (
    <TextInput
      aria-label="Search by name or number"
      placeholder="Name or number"
      size="xs"
      flex={1}
      miw="11rem"
      maw="20rem"
      maxLength={100}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label="Clear filters search" onClick={() => change('')} />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
