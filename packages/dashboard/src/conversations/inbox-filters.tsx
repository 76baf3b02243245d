import { CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { listPhoneNumbers } from '@messaging/contract/phone-numbers.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
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
const TYPING_MS = 300

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
        <SearchField search={search.search} onSearch={set} />
        {(numbers.length > 1 || search.number !== undefined) && (
          <NativeSelect
            aria-label={words.filters.number}
            size="xs"
            w="8rem"
            value={search.number ?? ''}
            onChange={(event) => set({ number: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: words.filters.allNumbers },
              ...numbers.map(({ number, isSandbox }) => ({
                value: number,
                label: isSandbox ? words.filters.sandboxNumber(numberWords(number)) : numberWords(number),
              })),
            ]}
          />
        )}
      </Group>
      <LinkTabs label={words.filters.label} param="show" value={search.show} tabs={SHOWN} />
    </div>
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
      type="search"
      aria-label={words.filters.search}
      placeholder={words.filters.searchPlaceholder}
      size="xs"
      flex={1}
      maxLength={100}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label={words.filters.clearSearch} onClick={() => change('')} />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
