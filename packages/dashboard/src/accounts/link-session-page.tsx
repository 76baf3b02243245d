import { Text, TextInput } from '@mantine/core'
import {
  createLinkSession,
  getLinkSession,
  type LinkSession,
  type LinkSessionStatus as Status,
} from '@replywright/contract/link-sessions.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconClockOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { SecretBox } from '../ui/copy.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { CopyId, Fact, Facts } from '../ui/facts.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { FactsSkeleton, Loaded, Page, Panel } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useAction } from '../ui/use-action.ts'

const STATUS_TEXTS = {
  PENDING: 'Waiting for the signup to be completed. This page updates automatically.',
  SUCCESS: 'The account and its numbers are connected.',
  FAILED: 'The signup was cancelled, or the provider rejected it. Create a new link to try again.',
  EXPIRED: 'The signup was not completed within 24 hours. Create a new link to try again.',
}

const route = getRouteApi('/shell/accounts/link-sessions/$id')
const POLL_MS = 3_000

export function LinkSessionPage() {
  const { id } = route.useParams()
  const query = useQuery({
    ...read(getLinkSession, { params: { id } }),
    refetchInterval: ({ state }) => state.data?.status === 'PENDING' && POLL_MS,
  })
  return (
    <Page
      title="Connection link"
      badge={query.data && <LinkSessionStatus status={query.data.status} />}
      description={<CopyId id={id} label="connection link ID" />}
      crumbs={[
        { label: 'Accounts', link: { to: '/accounts' } },
        { label: 'Connection links', link: { to: '/accounts/link-sessions' } },
      ]}
    >
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(session) => <SessionDetails session={session} />}
      </Loaded>
    </Page>
  )
}

function SessionDetails({ session: { status, linkUrl, successUrl, returnUrl } }: { readonly session: LinkSession }) {
  return (
    <>
      <Panel title="Status">
        <Text mb="md" role="status">
          {STATUS_TEXTS[status]}
        </Text>
        {status === 'SUCCESS' && <LinkButton to="/accounts">Go to accounts</LinkButton>}
        {(status === 'FAILED' || status === 'EXPIRED') && (
          <LinkButton endpoint={createLinkSession} to="/accounts/link-sessions/new">
            New connection link
          </LinkButton>
        )}
      </Panel>
      {status === 'PENDING' && (
        <Panel title="Link">
          <Text mb="xs">
            Open it yourself, or send it to the owner of the business account. Anyone with the link can connect an
            account to your organisation, so keep it private.
          </Text>
          <SecretBox value={linkUrl} label="link" />
        </Panel>
      )}
      <Panel title="Redirect URLs">
        <Facts>
          <Fact name="Success URL">{successUrl}</Fact>
          <Fact name="Failure URL">{returnUrl}</Fact>
        </Facts>
      </Panel>
    </>
  )
}

const STATUSES = {
  PENDING: { tone: 'waiting', icon: IconClock, label: 'Pending' },
  SUCCESS: { tone: 'good', icon: IconCircleCheck, label: 'Connected' },
  FAILED: { tone: 'bad', icon: IconCircleX, label: 'Failed' },
  EXPIRED: { tone: 'neutral', icon: IconClockOff, label: 'Expired' },
} as const satisfies Record<Status, object>

export function LinkSessionStatus({ status }: { readonly status: Status }) {
  return <StatusBadge {...STATUSES[status]} />
}

export function NewLinkSessionPage() {
  const navigate = useNavigate()
  const accounts = `${window.location.origin}/accounts`
  const creating = useAction(createLinkSession, {
    onDone: ({ id }) => void navigate({ to: '/accounts/link-sessions/$id', params: { id } }),
  })
  const form = useEndpointForm(creating, {
    initial: { successUrl: accounts, returnUrl: `${accounts}/link-sessions` },
    rules: createLinkSession.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <Page
      title="New connection link"
      description="The link opens the provider’s signup. It connects one account and expires after 24 hours."
      crumbs={[
        { label: 'Accounts', link: { to: '/accounts' } },
        { label: 'Connection links', link: { to: '/accounts/link-sessions' } },
      ]}
    >
      <EndpointForm
        form={form}
        endpoint={createLinkSession}
        width="narrow"
        label="Create link"
        cancel={{ to: '/accounts' }}
      >
        <TextInput
          label="Success URL"
          description="Opened after the account is connected. An https URL of this dashboard or of your own site."
          type="url"
          inputMode="url"
          required
          {...form.getInputProps('successUrl')}
        />
        <TextInput
          label="Failure URL"
          description="Opened when the signup is cancelled or fails, or the link has expired."
          type="url"
          inputMode="url"
          required
          {...form.getInputProps('returnUrl')}
        />
      </EndpointForm>
    </Page>
  )
}
