import { TextInput } from '@mantine/core'
import { createTemplate } from '@replywright/contract/templates.ts'
import { IconSearch, IconTemplate } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState, NoMatches } from '../ui/empty-state.tsx'
import { AddLink } from '../ui/link-button.tsx'
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

export const ADD_TEMPLATE = (
  <AddLink endpoint={createTemplate} to="/templates/new">
    New template
  </AddLink>
)

/** Replaces an empty list of templates. `isFiltered` tells that there are templates that do not match the filters. */
export function NoTemplates({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <NoMatches icon={IconTemplate} things="templates" />
  return (
    <EmptyState icon={IconTemplate} title="No templates yet" action={ADD_TEMPLATE}>
      A template starts as a draft. After you publish it on an account, the provider reviews it. You can send it once it
      is approved.
    </EmptyState>
  )
}
