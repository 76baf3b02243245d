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
import { words } from './words.ts'

const SHOWN = [
  { value: undefined, label: words.filters.all },
  { value: 'unread', label: words.filters.unread },
  { value: 'needs-human', label: words.filters.needsHuman },
  { value: 'taken-over', label: words.filters.takenOver },
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
          label={words.filters.search}
          placeholder={words.filters.searchPlaceholder}
          clearLabel={words.filters.clearSearch}
          flex={1}
          maxLength={100}
          value={search.search}
          onSearch={(text) => set({ search: text })}
        />
        {(numbers.length > 1 || search.number !== undefined) && (
          <FilterSelect
            aria-label={words.filters.number}
            w="8rem"
            all={words.filters.allNumbers}
            choices={numbers.map(({ number, isSandbox }) => ({
              value: number,
              label: isSandbox ? words.filters.sandboxNumber(numberWords(number)) : numberWords(number),
            }))}
            value={search.number}
            onSelect={(number) => set({ number })}
          />
        )}
      </Group>
      <LinkTabs label={words.filters.label} param="show" value={search.show} tabs={SHOWN} />
    </div>
  )
}
