import { Group } from '@mantine/core'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { listPhoneNumbers } from '@messaging/contract/phone-numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { FilterSelect } from '../ui/filter-select.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { numberWords } from './contact-words.ts'
import type { InboxSearch } from './filters.ts'
import classes from './inbox-filters.module.css'

const SHOWN = [
  { value: undefined, label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'needs-human', label: 'Waiting' },
  { value: 'taken-over', label: 'Taken over' },
] as const

/** The inbox filters. The URL stores them. */
export function InboxFilters({ search }: { readonly search: InboxSearch }) {
  const navigate = useNavigate()
  const { data } = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  const numbers = data?.results ?? []
  const set = (change: Partial<InboxSearch>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true })
  return (
    <div className={classes.filters}>
      <Group gap="xs" wrap="nowrap">
        <SearchField
          type="search"
          label="Search by name or number"
          placeholder="Search…"
          clearLabel="Clear search"
          flex={1}
          maxLength={100}
          value={search.search}
          onSearch={(text) => set({ search: text })}
        />
        {(numbers.length > 1 || search.number !== undefined) && (
          <FilterSelect
            aria-label="Number"
            w="8rem"
            all="All numbers"
            choices={numbers.map(({ number, isSandbox }) => ({
              value: number,
              label: isSandbox ? `${numberWords(number)} (sandbox)` : numberWords(number),
            }))}
            value={search.number}
            onSelect={(number) => set({ number })}
          />
        )}
      </Group>
      <LinkTabs label="Conversations" param="show" value={search.show} tabs={SHOWN} />
    </div>
  )
}
