import { Button } from '@mantine/core'
import { type Account, listAccounts } from '@replywright/contract/accounts.ts'
import { createLinkSession } from '@replywright/contract/link-sessions.ts'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readList } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, RowLink } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { useAction } from '../ui/use-action.ts'
import { rememberLink, useConnectResult } from './connect-result.ts'

const COLUMNS: readonly Column<Account>[] = [
  {
    title: 'Account',
    unlabelled: true,
    render: ({ id, name }) => <RowLink to="/accounts/$id" params={{ id }} label={name} />,
  },
  { title: 'Numbers', align: 'end', render: ({ phoneNumbers }) => phoneNumbers.split(',').filter(Boolean).length },
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
  useConnectResult()
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

/** Opens the provider's signup, which leads back to the numbers, or to the accounts if it fails. */
function ConnectButton({ children }: { readonly children: ReactNode }) {
  const { origin } = window.location
  const creating = useAction(createLinkSession, {
    onDone: ({ id, linkUrl }) => {
      rememberLink(id)
      window.location.assign(linkUrl)
    },
  })
  const body = { successUrl: `${origin}/numbers`, returnUrl: `${origin}/accounts` }
  return (
    <Allowed endpoint={createLinkSession}>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        loading={creating.isPending}
        onClick={() => creating.run({ body })}
      >
        {children}
      </Button>
    </Allowed>
  )
}
