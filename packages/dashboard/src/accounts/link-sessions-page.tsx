import { createLinkSession, type LinkSession, listLinkSessions } from '@messaging/contract/link-sessions.ts'
import { IconLink, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { OFFSET_PAGE } from '../ui/offset.ts'
import { OffsetPager } from '../ui/offset-pager.tsx'
import { Page } from '../ui/page.tsx'
import { LinkSessionStatus } from './link-session-status.tsx'
import { words } from './words.ts'

const route = getRouteApi('/shell/accounts/link-sessions')
const POLL_MS = 10_000

const COLUMNS: readonly Column<LinkSession>[] = [
  {
    title: words.columns.id,
    unlabelled: true,
    render: ({ id }) => (
      <Link to="/accounts/link-sessions/$id" params={{ id }} className="row-link">
        <code>{id}</code>
      </Link>
    ),
  },
  { title: words.columns.status, render: ({ status }) => <LinkSessionStatus status={status} /> },
  { title: words.columns.successUrl, render: ({ successUrl }) => successUrl },
  {
    title: words.columns.link,
    render: ({ status, linkUrl }) =>
      status === 'PENDING' ? <CopyButton value={linkUrl} label={words.link.label} /> : words.none,
  },
]

export function LinkSessionsPage() {
  const { offset = 0 } = route.useSearch()
  // Requests one item more than a page shows, to know whether there is a next page.
  const query = useQuery({
    ...readList(listLinkSessions, { query: { offset: String(offset), limit: String(OFFSET_PAGE + 1) } }),
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === 'PENDING') && POLL_MS,
  })
  return (
    <Page
      title={words.titles.links}
      description={words.descriptions.links}
      crumbs={[{ label: words.titles.list, link: { to: '/accounts' } }]}
      actions={
        <LinkButton
          endpoint={createLinkSession}
          to="/accounts/link-sessions/new"
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {words.link.create}
        </LinkButton>
      }
    >
      <Loaded query={query}>
        {(found) => {
          const sessions = found.slice(0, OFFSET_PAGE)
          return (
            <>
              {sessions.length > 0 ? (
                <DataTable label={words.titles.links} columns={COLUMNS} rows={sessions} rowKey={({ id }) => id} />
              ) : (
                <NoSessions />
              )}
              <OffsetPager offset={offset} shown={sessions.length} hasNext={found.length > OFFSET_PAGE} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function NoSessions() {
  return (
    <EmptyState
      icon={IconLink}
      title={words.empty.links}
      action={
        <LinkButton endpoint={createLinkSession} to="/accounts/link-sessions/new">
          {words.link.create}
        </LinkButton>
      }
    >
      {words.empty.linksText}
    </EmptyState>
  )
}
