import { getAccount } from '@messaging/contract/accounts.ts'
import { listTemplateLinks } from '@messaging/contract/dashboard/template-links.ts'
import { type AccountLink, createTemplate, listTemplates, type Template } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { read, readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { AddLink } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { filterTemplates } from './filters.ts'
import { LinkActions } from './link-actions.tsx'
import { LinkStatus } from './link-status.tsx'
import { NoTemplates } from './no-templates.tsx'
import { templateProblems } from './provider-rules.ts'
import { qualityText } from './provider-words.ts'
import { type Publication, publicationOf } from './publication.ts'
import { TemplatesFilters } from './templates-filters.tsx'

const route = getRouteApi('/shell/accounts/$id/templates')
const POLL_MS = 10_000

interface Row {
  readonly template: Template
  readonly link: AccountLink
  readonly publication: Publication
  /** Why the provider would reject it. */
  readonly problems: readonly string[]
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
  {
    title: 'Quality',
    render: ({ link }) => qualityText(link.qualityScore),
  },
  {
    title: 'Meaning',
    render: ({ publication, problems }) => (
      <>
        {publication.meaning}
        {problems.length > 0 && ` Fix before publishing: ${problems.join(' ')}`}
      </>
    ),
  },
  {
    title: 'Actions',
    unlabelled: true,
    align: 'end',
    render: ({ template, link, publication, problems }) => (
      <LinkActions template={template} link={link} publication={publication} disabled={problems.length > 0} />
    ),
  },
]

export function AccountTemplatesPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const account = useQuery(read(getAccount, { params: { id } }))
  const templates = useQuery({ ...readList(listTemplates, {}), refetchInterval: POLL_MS })
  const links = useQuery(readList(listTemplateLinks, {}))
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
        <AddLink endpoint={createTemplate} to="/templates/new">
          New template
        </AddLink>
      }
    >
      <Loaded query={account}>
        {() => (
          <Loaded query={templates}>
            {(all) => {
              const rows = filterTemplates(all, search, id).flatMap((template) => {
                const link = template.accountLinks.find(({ accountId }) => accountId === id)
                const sent = links.data?.find((one) => one.accountId === id && one.templateId === template.id)
                const problems = templateProblems(template)
                return link ? [{ template, link, publication: publicationOf(template, link, sent), problems }] : []
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
