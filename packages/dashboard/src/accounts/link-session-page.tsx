import { Text } from '@mantine/core'
import { createLinkSession, getLinkSession, type LinkSession } from '@messaging/contract/link-sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { LinkSessionStatus } from './link-session-status.tsx'

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
      <Loaded query={query}>{(session) => <SessionDetails session={session} />}</Loaded>
    </Page>
  )
}

function SessionDetails({ session: { status, linkUrl, successUrl, returnUrl } }: { readonly session: LinkSession }) {
  return (
    <>
      <Panel title="Status">
        <Text size="sm" mb="md" role="status">
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
          <Text size="sm" mb="xs">
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
