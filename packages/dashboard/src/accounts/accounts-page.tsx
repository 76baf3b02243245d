import { type Account, listAccounts } from '@messaging/contract/accounts.ts'
import { createLinkSession } from '@messaging/contract/link-sessions.ts'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import type { Column } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { numbersOf } from './account-numbers.ts'
import { ConnectButton } from './connect-button.tsx'

const COLUMNS: readonly Column<Account>[] = [
  {
    title: 'Account',
    unlabelled: true,
    render: ({ id, name }) => (
      <Link to="/accounts/$id" params={{ id }} className="row-link">
        {name}
      </Link>
    ),
  },
  { title: 'Numbers', align: 'end', render: (account) => numbersOf(account).length },
  { title: 'Provider ID', render: ({ waId }) => <code>{waId}</code> },
  {
    title: 'Templates',
    render: ({ id, name }) => (
      <Link to="/accounts/$id/templates" params={{ id }} aria-label={`${name} templates`}>
        Templates
      </Link>
    ),
  },
]

export function AccountsPage() {
  const query = useQuery(readList(listAccounts, {}))
  return (
    <Page
      title="Accounts"
      description="Business accounts at the messaging provider, with their numbers and templates."
      actions={
        <>
          <LinkButton to="/accounts/link-sessions" variant="default">
            Connection links
          </LinkButton>
          <LinkButton endpoint={createLinkSession} to="/accounts/link-sessions/new" variant="default">
            Send a link to someone else
          </LinkButton>
          <ConnectButton>Connect account</ConnectButton>
        </>
      }
    >
      <ResourceList
        query={query}
        label="Accounts"
        columns={COLUMNS}
        empty={
          <EmptyState
            icon={IconBuildingStore}
            title="No accounts yet"
            action={<ConnectButton>Connect your first account</ConnectButton>}
          >
            The provider’s signup opens. The account and its numbers then appear here. A connection link opens the
            signup for someone else.
          </EmptyState>
        }
      />
    </Page>
  )
}
