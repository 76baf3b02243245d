import { type Account, listAccounts } from '@messaging/contract/accounts.ts'
import { createLinkSession } from '@messaging/contract/link-sessions.ts'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { numbersOf } from './account-numbers.ts'
import { words } from './words.ts'

const COLUMNS: readonly Column<Account>[] = [
  {
    title: words.columns.account,
    unlabelled: true,
    render: ({ id, name }) => (
      <Link to="/accounts/$id" params={{ id }} className="row-link">
        {name}
      </Link>
    ),
  },
  { title: words.columns.numbers, align: 'end', render: (account) => numbersOf(account).length },
  { title: words.columns.providerId, render: ({ waId }) => <code>{waId}</code> },
  {
    title: words.columns.templates,
    render: ({ id, name }) => (
      <Link to="/accounts/$id/templates" params={{ id }} aria-label={words.templatesOf(name)}>
        {words.columns.templates}
      </Link>
    ),
  },
]

export function AccountsPage() {
  const query = useQuery(readList(listAccounts, {}))
  return (
    <Page
      title={words.titles.list}
      description={words.descriptions.list}
      actions={
        <>
          <LinkButton to="/accounts/link-sessions" variant="default">
            {words.titles.links}
          </LinkButton>
          <LinkButton
            endpoint={createLinkSession}
            to="/accounts/link-sessions/new"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {words.connect}
          </LinkButton>
        </>
      }
    >
      <Loaded query={query}>
        {(accounts) =>
          accounts.length === 0 ? (
            <NoAccounts />
          ) : (
            <DataTable label={words.titles.list} columns={COLUMNS} rows={accounts} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </Page>
  )
}

function NoAccounts() {
  return (
    <EmptyState
      icon={IconBuildingStore}
      title={words.empty.title}
      action={
        <LinkButton endpoint={createLinkSession} to="/accounts/link-sessions/new">
          {words.empty.action}
        </LinkButton>
      }
    >
      {words.empty.text}
    </EmptyState>
  )
}
