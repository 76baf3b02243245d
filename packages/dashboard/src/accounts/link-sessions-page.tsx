import { type Account, listAccounts } from '@replywright/contract/accounts.ts'
import { type ListedLinkSession, listLinkSessions } from '@replywright/contract/dashboard/link-sessions.ts'
import { listMembers, type Member } from '@replywright/contract/dashboard/members.ts'
import { createLinkSession } from '@replywright/contract/link-sessions.ts'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readList } from '../api/call.ts'
import { memberName } from '../members/member-name.ts'
import { CopyButton } from '../ui/copy.tsx'
import { type Column, RowLink } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CopyId } from '../ui/facts.tsx'
import { AddLink } from '../ui/link-button.tsx'
import { OFFSET_PAGE } from '../ui/offset.ts'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { When } from '../ui/when.tsx'
import { LinkSessionStatus } from './link-session-page.tsx'

const ADD = (
  <AddLink endpoint={createLinkSession} to="/accounts/link-sessions/new">
    New connection link
  </AddLink>
)

const route = getRouteApi('/shell/accounts/link-sessions')
const POLL_MS = 10_000

/** Returns the columns. `members` and `accounts` are undefined while they are not known. */
function columnsOf(
  members: readonly Member[] | undefined,
  accounts: readonly Account[] | undefined,
): readonly Column<ListedLinkSession>[] {
  return [
    {
      title: 'Created',
      unlabelled: true,
      render: ({ id, createdAt }) => (
        <RowLink to="/accounts/link-sessions/$id" params={{ id }} label={<When at={createdAt} />} />
      ),
    },
    { title: 'Status', render: ({ status }) => <LinkSessionStatus status={status} /> },
    { title: 'Expires', render: ({ expiresAt, status }) => (status === 'PENDING' ? <When at={expiresAt} /> : '–') },
    { title: 'By', render: ({ createdBy }) => creatorText(createdBy, members) },
    {
      title: 'Connected account',
      render: ({ accountIds }) =>
        accountIds.length === 0 || !accounts
          ? '–'
          : accountIds.map((id) => {
              const account = accounts.find((one) => one.id === id)
              return (
                <div key={id}>
                  {account ? (
                    <Link to="/accounts/$id" params={{ id }}>
                      {account.name}
                    </Link>
                  ) : (
                    'Disconnected'
                  )}
                </div>
              )
            }),
    },
    {
      title: 'Link',
      render: ({ status, linkUrl }) =>
        status === 'PENDING' && linkUrl !== '' ? <CopyButton value={linkUrl} label="link" /> : '–',
    },
    { title: 'ID', render: ({ id }) => <CopyId id={id} label="connection link ID" /> },
  ]
}

function creatorText(createdBy: ListedLinkSession['createdBy'], members: readonly Member[] | undefined): string {
  if (createdBy === null) return '–'
  if (createdBy.apiKey !== null) return `API key “${createdBy.apiKey}”`
  if (!members) return '–'
  const member = members.find(({ id }) => id === createdBy.userId)
  return member ? memberName(member) : 'Former member'
}

export function LinkSessionsPage() {
  const { offset = 0 } = route.useSearch()
  // Requests one item more than a page shows, to know whether there is a next page.
  const query = useQuery({
    ...readList(listLinkSessions, { query: { offset: String(offset), limit: String(OFFSET_PAGE + 1) } }),
    select: (found) => ({ results: found.slice(0, OFFSET_PAGE), next: found.length > OFFSET_PAGE ? 'more' : null }),
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === 'PENDING') && POLL_MS,
  })
  const { data: members } = useQuery(readList(listMembers, {}))
  const { data: accounts } = useQuery(readList(listAccounts, {}))
  return (
    <Page
      title="Connection links"
      description="Links that open the provider’s signup to connect a business account. Newest first."
      crumbs={[{ label: 'Accounts', link: { to: '/accounts' } }]}
      actions={ADD}
    >
      <ResourceList
        query={query}
        label="Connection links"
        columns={columnsOf(members, accounts)}
        offset={offset}
        empty={
          <EmptyState icon={IconLink} title="No connection links" action={ADD}>
            Send a connection link to the owner of a business account to connect the account and its numbers.
          </EmptyState>
        }
      />
    </Page>
  )
}
