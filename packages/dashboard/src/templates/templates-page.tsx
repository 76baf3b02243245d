import { Group } from '@mantine/core'
import { createTemplate, listTemplates, type Template } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { AddLink } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { When } from '../ui/when.tsx'
import { filterTemplates } from './filters.ts'
import { LinkStatus } from './link-status.tsx'
import { NoTemplates } from './no-templates.tsx'
import { CATEGORY_NAMES } from './provider-words.ts'
import { statusCounts } from './status-counts.ts'
import { TemplatesFilters } from './templates-filters.tsx'

const route = getRouteApi('/shell/templates')
const POLL_MS = 15_000

const COLUMNS: readonly Column<Template>[] = [
  {
    title: 'Template',
    unlabelled: true,
    render: ({ id, name }) => (
      <Link to="/templates/$id" params={{ id }} className="row-link">
        {name}
      </Link>
    ),
  },
  { title: 'Language', render: ({ language }) => language },
  { title: 'Category', render: ({ category }) => CATEGORY_NAMES[category] ?? category },
  {
    title: 'Accounts',
    render: ({ accountLinks }) => (
      <Group gap={4}>
        {statusCounts(accountLinks).map(([status, count]) => (
          <LinkStatus key={status} status={status} count={count} />
        ))}
        {accountLinks.length === 0 && '–'}
      </Group>
    ),
  },
  { title: 'Updated', render: ({ updatedAt }) => <When at={updatedAt} /> },
]

export function TemplatesPage() {
  const search = route.useSearch()
  const query = useQuery({ ...readList(listTemplates, {}), refetchInterval: POLL_MS })
  return (
    <Page
      title="Templates"
      description="Messages approved by the provider, to start conversations or to write after 24 hours of inactivity."
      actions={
        <AddLink endpoint={createTemplate} to="/templates/new">
          New template
        </AddLink>
      }
    >
      <Loaded query={query}>
        {(templates) => {
          if (templates.length === 0) return <NoTemplates isFiltered={false} />
          const shown = filterTemplates(templates, search)
          return (
            <>
              <TemplatesFilters search={search} />
              {shown.length > 0 ? (
                <DataTable label="Templates" columns={COLUMNS} rows={shown} rowKey={({ id }) => id} />
              ) : (
                <NoTemplates isFiltered />
              )}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}
