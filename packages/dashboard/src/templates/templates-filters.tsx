import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { LinkTabs } from '../ui/link-tabs.tsx'
import type { TemplatesSearch } from './filters.ts'
import { words } from './words.ts'

const STATUSES = [
  { value: undefined, label: words.filters.all },
  { value: 'APPROVED', label: words.statuses.APPROVED },
  { value: 'PENDING', label: words.statuses.PENDING },
  { value: 'REJECTED', label: words.statuses.REJECTED },
  { value: 'PAUSED', label: words.statuses.PAUSED },
  { value: 'DISABLED', label: words.statuses.DISABLED },
  { value: 'DRAFT', label: words.statuses.DRAFT },
] as const

/** The template filters. The URL stores them. */
export function TemplatesFilters({ search: { q, status } }: { readonly search: TemplatesSearch }) {
  const navigate = useNavigate()
  return (
    <>
      <LinkTabs label={words.columns.status} param="status" value={status} tabs={STATUSES} />
      <TextInput
        aria-label={words.filters.search}
        placeholder={words.filters.search}
        type="search"
        size="xs"
        my="md"
        maw="16rem"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={q ?? ''}
        onChange={(event) => {
          const text = event.currentTarget.value
          void navigate({ to: '.', search: (before) => ({ ...before, q: text || undefined }), replace: true })
        }}
      />
    </>
  )
}
