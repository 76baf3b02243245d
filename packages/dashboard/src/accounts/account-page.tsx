import { NativeSelect, Text } from '@mantine/core'
import { type Account, addNumber, deployAgent, getAccount } from '@replywright/contract/accounts.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { type BusinessNumber, listPhoneNumbers } from '@replywright/contract/phone-numbers.ts'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import * as v from 'valibot'
import { read, readList } from '../api/call.ts'
import { NUMBER_COLUMNS } from '../numbers/number-columns.tsx'
import { AgentSelect } from '../numbers/target-select.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { CopyId, Fact, Facts } from '../ui/facts.tsx'
import { AddLink, LinkButton } from '../ui/link-button.tsx'
import { FactsSkeleton, Loaded, Page, Panel } from '../ui/page.tsx'
import { usePhoneText } from '../ui/phone-text.ts'
import { useAction } from '../ui/use-action.ts'

const route = getRouteApi('/shell/accounts/$id')
const COLUMNS = NUMBER_COLUMNS.filter(({ title }) => title !== 'Account')

export function AccountPage() {
  const { id } = route.useParams()
  const query = useQuery(read(getAccount, { params: { id } }))
  return (
    <Page
      title={query.data?.name ?? 'Account'}
      crumbs={[{ label: 'Accounts', link: { to: '/accounts' } }]}
      actions={
        <>
          <LinkButton to="/accounts/$id/templates" params={{ id }} variant="default">
            Templates
          </LinkButton>
          <AddLink endpoint={addNumber} to="/accounts/$id/add-number" params={{ id }}>
            Add number
          </AddLink>
        </>
      }
    >
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(account) => <AccountDetails account={account} />}
      </Loaded>
    </Page>
  )
}

function AccountDetails({ account: { id, waId } }: { readonly account: Account }) {
  const query = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  return (
    <>
      <Panel title="Details">
        <Facts>
          <Fact name="ID">
            <CopyId id={id} label="account ID" />
          </Fact>
          <Fact name="Provider ID">
            <CopyId id={waId} label="provider ID" />
          </Fact>
        </Facts>
      </Panel>
      <Loaded query={query}>
        {({ results }) => {
          const numbers = results.filter(({ account }) => account?.id === id)
          if (numbers.length === 0)
            return (
              <Panel title="Numbers">
                <NoNumbers id={id} />
              </Panel>
            )
          return (
            <>
              <Panel title="Numbers">
                <DataTable label="Numbers" columns={COLUMNS} rows={numbers} rowKey={({ id }) => id} />
              </Panel>
              <Panel title="Agent deployment">
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
      title="No numbers yet"
      action={
        <LinkButton endpoint={addNumber} to="/accounts/$id/add-number" params={{ id }}>
          Add your first number
        </LinkButton>
      }
    >
      Customers send messages to the numbers of an account.
    </EmptyState>
  )
}

const { agentId, phoneNumberId } = deployAgent.body.entries

const Deployment = v.object({
  agentId: v.pipe(v.string(), v.nonEmpty('Choose an agent.'), agentId),
  phoneNumberId: v.pipe(v.string(), v.nonEmpty('Choose a number.'), phoneNumberId),
})

/** Sets the default agent of one of an account's numbers. */
function DeployAgentForm({
  accountId,
  numbers,
}: {
  readonly accountId: string
  readonly numbers: readonly BusinessNumber[]
}) {
  const phoneText = usePhoneText()
  const deploying = useAction(deployAgent, { done: 'Agent deployed', onDone: (): void => form.reset() })
  const form = useEndpointForm(deploying, {
    initial: { agentId: '', phoneNumberId: numbers.length === 1 ? (numbers[0]?.id ?? '') : '' },
    rules: Deployment,
    inputOf: (body) => ({ params: { id: accountId }, body }),
  })
  return (
    <EndpointForm form={form} endpoint={deployAgent} width="narrow" label="Deploy agent">
      <Text c="dimmed">
        The agent replies in new conversations on the number. To include existing conversations, open the number.
      </Text>
      <AgentSelect {...form.getInputProps('agentId')} value={form.values.agentId} />
      <NativeSelect
        label="Number"
        required
        data={[
          { value: '', label: 'Choose a number' },
          ...numbers.map(({ id, number, activeAgent }) => ({
            value: id,
            label: activeAgent ? `${phoneText(number)} (currently ${activeAgent.name})` : phoneText(number),
          })),
        ]}
        {...form.getInputProps('phoneNumberId')}
      />
    </EndpointForm>
  )
}
