import { getAccount } from '@messaging/contract/accounts.ts'
import { type AccountLink, listTemplates, type Template } from '@messaging/contract/templates.ts'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { read, readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { filterTemplates } from './filters.ts'
import { LinkActions } from './link-actions.tsx'
import { LinkStatus } from './link-status.tsx'
import { rejectionWords } from './link-words.ts'
import { TemplatesFilters } from './templates-filters.tsx'

const route = getRouteApi('/shell/accounts/$id/templates')
const POLL_MS = 10_000

interface Row {
  readonly template: Template
  readonly link: AccountLink
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Template',
    unlabelled: true,
    render: ({ template: { id, name } }) => (
      <Link to="/templates/$id" params={{ id }} className="row-link">
        {name}
      </Link>
    ),
  },
  { title: 'Language', render: ({ template }) => template.language },
  { title: 'Status', render: ({ link }) => <LinkStatus status={link.status} /> },
  { title: 'Quality', render: ({ link }) => (link.qualityScore === 'UNKNOWN' ? '–' : link.qualityScore) },
  { title: 'Reason', render: ({ link }) => rejectionWords(link.rejectionReason) },
  {
    title: 'Actions',
    unlabelled: true,
    align: 'end',
    render: ({ template, link }) => <LinkActions template={template} link={link} />,
  },
]

export function AccountTemplatesPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const account = useQuery(read(getAccount, { params: { id } }))
  const templates = useQuery({ ...readList(listTemplates, {}), refetchInterval: POLL_MS })
  const name = account.data?.name ?? 'Account'
  return (
    <Page
      title={`${name} templates`}
      description="The status of your organisation’s templates on this account."
      crumbs={[
        { label: 'Accounts', link: { to: '/accounts' } },
        { label: name, link: { to: '/accounts/$id', params: { id } } },
      ]}
      actions={
        <LinkButton to="/templates/new" leftSection={<IconPlus size={16} aria-hidden />}>
          New template
        </LinkButton>
      }
    >
      <Loaded query={account}>
        {() => (
          <Loaded query={templates}>
            {(all) => {
              const rows = filterTemplates(all, search, id).flatMap((template) => {
                const link = template.accountLinks.find(({ accountId }) => accountId === id)
                return link ? [{ template, link }] : []
              })
              return (
                <>
                  <TemplatesFilters search={search} />
                  {rows.length > 0 ? (
                    <DataTable label="Templates" columns={COLUMNS} rows={rows} rowKey={({ template }) => template.id} />
                  ) : (
                    <NoTemplates isFiltered={all.length > 0} />
                  )}
                </>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

function NoTemplates({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={IconTemplate}
        title="No matching templates"
        action={
          <LinkButton to="." search={{}} variant="default">
            Show all templates
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      icon={IconTemplate}
      title="No templates yet"
      action={<LinkButton to="/templates/new">Create your first template</LinkButton>}
    >
      A template starts as a draft of your organisation. You can publish it on each account.
    </EmptyState>
  )
}
