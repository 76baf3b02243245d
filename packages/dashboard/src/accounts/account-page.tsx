import { type Account, addNumber, getAccount } from '@messaging/contract/accounts.ts'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { listPhoneNumbers } from '@messaging/contract/phone-numbers.ts'
import { IconPhone, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read, readList } from '../api/read.ts'
import { NumbersTable } from '../numbers/numbers-table.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { DeployAgentForm } from './deploy-agent-form.tsx'
import { words } from './words.ts'

const route = getRouteApi('/shell/accounts/$id')

export function AccountPage() {
  const { id } = route.useParams()
  const query = useQuery(read(getAccount, { params: { id } }))
  return (
    <Page
      title={query.data?.name ?? words.titles.one}
      crumbs={[{ label: words.titles.list, link: { to: '/accounts' } }]}
      actions={
        <>
          <LinkButton to="/accounts/$id/templates" params={{ id }} variant="default">
            {words.columns.templates}
          </LinkButton>
          <LinkButton
            endpoint={addNumber}
            to="/accounts/$id/add-number"
            params={{ id }}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {words.titles.addNumber}
          </LinkButton>
        </>
      }
    >
      <Loaded query={query}>{(account) => <AccountDetails account={account} />}</Loaded>
    </Page>
  )
}

function AccountDetails({ account: { id, waId } }: { readonly account: Account }) {
  const query = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  return (
    <>
      <Panel title={words.details.panel}>
        <Facts>
          <Fact name={words.details.id}>
            <CopyId id={id} label={words.details.idLabel} />
          </Fact>
          <Fact name={words.details.providerId}>
            <CopyId id={waId} label={words.details.providerIdLabel} />
          </Fact>
        </Facts>
      </Panel>
      <Loaded query={query}>
        {({ results }) => {
          const numbers = results.filter(({ account }) => account?.id === id)
          if (numbers.length === 0)
            return (
              <Panel title={words.details.numbers}>
                <NoNumbers id={id} />
              </Panel>
            )
          return (
            <>
              <Panel title={words.details.numbers}>
                <NumbersTable numbers={numbers} ofOneAccount />
              </Panel>
              <Panel title={words.details.deployment}>
                <DeployAgentForm accountId={id} numbers={numbers} />
              </Panel>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function NoNumbers({ id }: { readonly id: string }) {
  return (
    <EmptyState
      icon={IconPhone}
      title={words.empty.numbers}
      action={
        <LinkButton endpoint={addNumber} to="/accounts/$id/add-number" params={{ id }}>
          {words.empty.numbersAction}
        </LinkButton>
      }
    >
      {words.empty.numbersText}
    </EmptyState>
  )
}
