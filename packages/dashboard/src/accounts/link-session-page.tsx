import { Text } from '@mantine/core'
import {
  getLinkSession,
  type LinkSession,
  type LinkSessionStatus as Status,
} from '@messaging/contract/link-sessions.ts'
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

const route = getRouteApi('/shell/accounts/link-sessions/$id')
const POLL_MS = 3_000

const WORDS = {
  PENDING: 'Waiting for somebody to go through the signup. This page notices when that has happened.',
  SUCCESS: 'The account is connected, with its numbers.',
  FAILED: 'The signup was cancelled, or the provider refused it. Start another session to try again.',
  EXPIRED: 'Nobody went through the signup within 24 hours. Start another session to try again.',
} as const satisfies Record<Status, string>

export function LinkSessionPage() {
  const { id } = route.useParams()
  const query = useQuery({
    ...read(getLinkSession, { params: { id } }),
    refetchInterval: ({ state }) => state.data?.status === 'PENDING' && POLL_MS,
  })
  return (
    <Page
      title="Link session"
      badge={query.data && <LinkSessionStatus status={query.data.status} />}
      description={<CopyId id={id} label="link session id" />}
      crumbs={[
        { label: 'Accounts', link: { to: '/accounts' } },
        { label: 'Link sessions', link: { to: '/accounts/link-sessions' } },
      ]}
    >
      <Loaded query={query}>{(session) => <SessionDetails session={session} />}</Loaded>
    </Page>
  )
}

function SessionDetails({ session: { status, linkUrl, successUrl, returnUrl } }: { readonly session: LinkSession }) {
  return (
    <>
      <Panel title="How it stands">
        <Text size="sm" mb="md" role="status">
          {WORDS[status]}
        </Text>
        {status === 'SUCCESS' && <LinkButton to="/accounts">Go to accounts</LinkButton>}
        {(status === 'FAILED' || status === 'EXPIRED') && (
          <LinkButton to="/accounts/link-sessions/new">Start another session</LinkButton>
        )}
      </Panel>
      {status === 'PENDING' && (
        <Panel title="Link">
          <Text size="sm" mb="xs">
            Open it yourself, or send it to whoever owns the business account. Whoever has the link can connect an
            account to your organisation: keep it between you.
          </Text>
          <SecretBox value={linkUrl} label="link" />
        </Panel>
      )}
      <Panel title="Where the browser goes">
        <Facts>
          <Fact name="After success">{successUrl}</Fact>
          <Fact name="Otherwise">{returnUrl}</Fact>
        </Facts>
      </Panel>
    </>
  )
}
