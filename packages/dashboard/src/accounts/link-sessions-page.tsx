import { createLinkSession, type LinkSession, listLinkSessions } from '@messaging/contract/link-sessions.ts'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AddLink, LinkButton } from '../ui/link-button.tsx'
import { OFFSET_PAGE } from '../ui/offset.ts'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { When } from '../ui/when.tsx'
import { LinkSessionStatus } from './link-session-status.tsx'

const route = getRouteApi('/shell/accounts/link-sessions')
const POLL_MS = 10_000

/** A link expires after this time (section Link sessions of the API). */
const LIFETIME_MS = 24 * 3_600_000

/** Returns the time in an id, which begins with it, in milliseconds. */
function timeOfId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

const COLUMNS: readonly Column<LinkSession>[] = [
  {
    title: 'Created',
    unlabelled: true,
    render: ({ id }) => (
      <Link to="/accounts/link-sessions/$id" params={{ id }} className="row-link">
        <When at={isoTime(timeOfId(id))} />
      </Link>
    ),
  },
  { title: 'Status', render: ({ status }) => <LinkSessionStatus status={status} /> },
  {
    title: 'Expires',
    render: ({ id, status }) => (status === 'PENDING' ? <When at={isoTime(timeOfId(id) + LIFETIME_MS)} /> : '–'),
  },
  { title: 'Success URL', render: ({ successUrl }) => successUrl },
  {
    title: 'Link',
    render: ({ status, linkUrl }) => (status === 'PENDING' ? <CopyButton value={linkUrl} label="link" /> : '–'),
  },
  { title: 'ID', render: ({ id }) => <code>{id}</code> },
]

export function LinkSessionsPage() {
  const { offset = 0 } = route.useSearch()
  // Requests one item more than a page shows, to know whether there is a next page.
  const query = useQuery({
    ...readList(listLinkSessions, { query: { offset: String(offset), limit: String(OFFSET_PAGE + 1) } }),
    select: (found) => ({ results: found.slice(0, OFFSET_PAGE), next: found.length > OFFSET_PAGE ? 'more' : null }),
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === 'PENDING') && POLL_MS,
  })
  return (
    <Page
      title="Connection links"
      description="Links that open the provider’s signup to connect a business account. Newest first."
      crumbs={[{ label: 'Accounts', link: { to: '/accounts' } }]}
      actions={
        <AddLink endpoint={createLinkSession} to="/accounts/link-sessions/new">
          Create connection link
        </AddLink>
      }
    >
      <ResourceList
        query={query}
        label="Connection links"
        columns={COLUMNS}
        offset={offset}
        empty={
          <EmptyState
            icon={IconLink}
            title="No connection links"
            action={
              <LinkButton endpoint={createLinkSession} to="/accounts/link-sessions/new">
                Create connection link
              </LinkButton>
            }
          >
            Send a connection link to the owner of a business account to connect the account and its numbers.
          </EmptyState>
        }
      />
    </Page>
  )
}
