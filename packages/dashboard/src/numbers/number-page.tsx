import { Text } from '@mantine/core'
import { type BusinessNumber, disconnectPhoneNumber, getPhoneNumber } from '@replywright/contract/phone-numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { CopyId, Fact, Facts } from '../ui/facts.tsx'
import { FactsSkeleton, Loaded, Page, Panel } from '../ui/page.tsx'
import { Bullets, PhoneNumber } from '../ui/text.tsx'
import { HealthBanner } from './health-banner.tsx'
import { RoutingBadge } from './number-columns.tsx'
import { type RoutingState, routingState } from './routing.ts'
import { RoutingForm } from './routing-form.tsx'

const route = getRouteApi('/shell/numbers/$number')

export function NumberPage() {
  const { number } = route.useParams()
  const query = useQuery(read(getPhoneNumber, { params: { n: number } }))
  return (
    <Page
      title={`+${number.replace(/^\+/, '')}`}
      heading={<PhoneNumber number={number} />}
      badge={query.data && <RoutingBadge number={query.data} />}
      description={query.data?.isSandbox ? 'Your organisation’s sandbox number' : query.data?.account?.name}
      crumbs={[{ label: 'Numbers', link: { to: '/numbers' } }]}
    >
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(data) => <NumberDetails number={data} />}
      </Loaded>
    </Page>
  )
}

function NumberDetails({ number }: { readonly number: BusinessNumber }) {
  const state = routingState(number)
  const { account, isSandbox, msgPhoneNumberId, health } = number
  return (
    <>
      <HealthBanner number={number.number} health={health} />
      <Panel title="Default routing">
        <Text mb="md" role="status">
          {state.words}
        </Text>
        <Facts>
          <Fact name="Handled by">
            <TargetLink state={state} />
          </Fact>
          <Fact name="Account">
            {account && (
              <Link to="/accounts/$id" params={{ id: account.id }}>
                {account.name}
              </Link>
            )}
          </Fact>
          {!isSandbox && <Fact name="Quality">{health.quality ?? 'Not reported'}</Fact>}
          {!isSandbox && <Fact name="Messaging limit">{health.messagingLimit ?? 'Not reported'}</Fact>}
          <Fact name="Provider ID">{!isSandbox && <CopyId id={msgPhoneNumberId} label="provider ID" />}</Fact>
        </Facts>
      </Panel>
      {isSandbox ? (
        <SandboxPanel />
      ) : (
        <>
          <Panel title="Change default routing">
            <RoutingForm key={`${state.mode} ${state.target?.id}`} number={number} />
          </Panel>
          <DisconnectPanel number={number} />
        </>
      )}
    </>
  )
}

function DisconnectPanel({ number: { number } }: { readonly number: BusinessNumber }) {
  const navigate = useNavigate()
  return (
    <Panel title="Disconnect">
      <Text mb="md">The number leaves the organisation. Its conversations stay readable.</Text>
      <ActionButton
        button={{ label: 'Disconnect' }}
        endpoint={disconnectPhoneNumber}
        input={{ params: { n: number } }}
        title={`Disconnect +${number}?`}
        confirm="Disconnect number"
        danger
        typed={`+${number}`}
        done={`+${number} disconnected`}
        onDone={() => navigate({ to: '/numbers' })}
      >
        Customers who write to it no longer get replies, and endpoints no longer receive its events. Nothing more can be
        sent in its conversations. You can connect the number again.
      </ActionButton>
    </Panel>
  )
}

function TargetLink({ state: { mode, target } }: { readonly state: RoutingState }) {
  if (!target) return 'None'
  if (mode === 'webhook')
    return (
      <Link to="/webhooks/$id" params={{ id: target.id }}>
        {target.name}
      </Link>
    )
  return (
    <Link to="/agents/$id" params={{ id: target.id }}>
      {target.name}
    </Link>
  )
}

/** Explains the sandbox number. Shown instead of the routing form. */
function SandboxPanel() {
  return (
    <Panel title="About the sandbox">
      <Text mb="xs">
        Every organisation has one sandbox number for trying agents. Messages are not sent to a phone and cost nothing
        at the provider.
      </Text>
      <Bullets>
        <li>
          {
            'The message /connect:<agent id> connects a conversation to an agent. “Try agent” on an agent’s page does this for you.'
          }
        </li>
        <li>The routing of the number and its conversations cannot be changed.</li>
        <li>Endpoints subscribed to the number receive only message.received.</li>
      </Bullets>
    </Panel>
  )
}
