import { getAccount } from '@replywright/contract/accounts.ts'
import type { TemplateLink } from '@replywright/contract/dashboard/template-links.ts'
import { type AccountLink, listTemplates, type Template } from '@replywright/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read, readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import { actions, type Column, DataTable, RowLink } from '../ui/data-table.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { filterTemplates } from './filters.ts'
import { LinkActions } from './link-actions.tsx'
import { LinkStatus } from './link-status.tsx'
import { templateProblems } from './provider-rules.ts'
import { qualityText } from './provider-words.ts'
import { type Publication, publicationOf } from './publication.ts'
import { readTemplateLinks } from './template-links.ts'
import { ADD_TEMPLATE, NoTemplates, TemplatesFilters } from './templates-filters.tsx'

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
    render: ({ template: { id, name } }) => <RowLink to="/templates/$id" params={{ id }} label={name} />,
  },
  { title: 'Language', render: ({ template }) => template.language },
  {
    title: 'Status',
    render: ({ link, publication }) => <LinkStatus status={link.status} isKnown={publication.state !== 'unknown'} />,
  },
  { title: 'Quality', render: ({ link }) => qualityText(link.qualityScore) },
  {
    title: 'Meaning',
    render: ({ publication, problems }) => (
      <>
        {publication.meaning}
        {problems.length > 0 && ` Fix before publishing: ${problems.join(' ')}`}
      </>
    ),
  },
  actions(({ template, link, publication, problems }) => (
    <LinkActions template={template} link={link} publication={publication} disabled={problems.length > 0} />
  )),
]

export function AccountTemplatesPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const account = useQuery(read(getAccount, { params: { id } }))
  const templates = useQuery({ ...readList(listTemplates, {}), refetchInterval: pollEvery(POLL_MS) })
  const links = useQuery(readTemplateLinks())
  const name = account.data?.name ?? 'Account'
  return (
    <Page
      title={`${name} templates`}
      description="The status of your organisation’s templates on this account."
      crumbs={[
        { label: 'Accounts', link: { to: '/accounts' } },
        { label: name, link: { to: '/accounts/$id', params: { id } } },
      ]}
      actions={ADD_TEMPLATE}
    >
      <Loaded query={account}>
        {() => (
          <Loaded query={templates}>
            {(all) => (
              <Loaded query={links}>
                {(sent) => {
                  const rows = rowsOf(filterTemplates(all, search, id), sent, id)
                  return (
                    <>
                      <TemplatesFilters search={search} />
                      {rows.length > 0 ? (
                        <DataTable
                          label="Templates"
                          columns={COLUMNS}
                          rows={rows}
                          rowKey={({ template }) => template.id}
                        />
                      ) : (
                        <NoTemplates isFiltered={all.length > 0} />
                      )}
                    </>
                  )
                }}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

/** Returns the templates on an account. `sent` is what the provider has, or may have. */
function rowsOf(templates: readonly Template[], sent: readonly TemplateLink[], id: string): readonly Row[] {
  return templates.flatMap((template) => {
    const link = template.accountLinks.find(({ accountId }) => accountId === id)
    if (!link) return []
    const own = sent.find(({ accountId, templateId }) => accountId === id && templateId === template.id)
    const problems = templateProblems(template)
    return [{ template, link, publication: publicationOf(template, link, own), problems }]
  })
}
