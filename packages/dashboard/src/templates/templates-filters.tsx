import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { LinkTabs } from '../ui/link-tabs.tsx'
import type { TemplatesSearch } from './filters.ts'

const STATUSES = [
  { value: undefined, label: 'All' },
  { value: 'APPROVED', label: 'Approved' },
  { value: 'PENDING', label: 'In review' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'PAUSED', label: 'Paused' },
  { value: 'DISABLED', label: 'Disabled' },
  { value: 'DRAFT', label: 'Draft' },
] as const

/** The template filters. The URL stores them. */
export function TemplatesFilters({ search: { q, status } }: { readonly search: TemplatesSearch }) {
  const navigate = useNavigate()
  return (
    <>
      <LinkTabs label="Status" param="status" value={status} tabs={STATUSES} />
      <TextInput
        aria-label="Search by name"
        placeholder="Search by name"
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
