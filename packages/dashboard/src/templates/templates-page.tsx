import { Group } from '@mantine/core'
import { listTemplates, type Template } from '@replywright/contract/templates.ts'
import { IconPencilExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import { type Column, DataTable, RowLink } from '../ui/data-table.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import { filterTemplates, statusCounts } from './filters.ts'
import { LinkStatus } from './link-status.tsx'
import { CATEGORY_NAMES } from './provider-words.ts'
import { isChanged } from './publication.ts'
import { readTemplateLinks } from './template-links.ts'
import { ADD_TEMPLATE, NoTemplates, TemplatesFilters } from './templates-filters.tsx'

const route = getRouteApi('/shell/templates')
const POLL_MS = 15_000

/** A template, and on how many accounts its draft was changed since it was published. */
interface Row extends Template {
  readonly changedOn: number
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Template',
    unlabelled: true,
    render: ({ id, name }) => <RowLink to="/templates/$id" params={{ id }} label={name} />,
  },
  { title: 'Language', render: ({ language }) => language },
  { title: 'Category', render: ({ category }) => CATEGORY_NAMES[category] ?? category },
  {
    title: 'Accounts',
    render: ({ accountLinks, changedOn }) => (
      <Group gap={4}>
        {statusCounts(accountLinks).map(([status, count]) => (
          <LinkStatus key={status} status={status} count={count} />
        ))}
        {accountLinks.length === 0 && '–'}
        {changedOn > 0 && <StatusBadge tone="waiting" icon={IconPencilExclamation} label="Changed since published" />}
      </Group>
    ),
  },
  { title: 'Updated', render: ({ updatedAt }) => <When at={updatedAt} /> },
]

export function TemplatesPage() {
  const search = route.useSearch()
  const query = useQuery({ ...readList(listTemplates, {}), refetchInterval: pollEvery(POLL_MS) })
  const { data: links = [] } = useQuery(readTemplateLinks())
  const rowOf = (template: Template): Row => ({
    ...template,
    changedOn: links.filter((link) => link.templateId === template.id && isChanged(template, link)).length,
  })
  return (
    <Page
      title="Templates"
      description="Messages approved by the provider, to start conversations or to write after 24 hours of inactivity."
      actions={ADD_TEMPLATE}
    >
      <Loaded query={query}>
        {(templates) => {
          if (templates.length === 0) return <NoTemplates isFiltered={false} />
          const shown = filterTemplates(templates, search)
          return (
            <>
              <TemplatesFilters search={search} />
              {shown.length > 0 ? (
                <DataTable label="Templates" columns={COLUMNS} rows={shown.map(rowOf)} rowKey={({ id }) => id} />
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
