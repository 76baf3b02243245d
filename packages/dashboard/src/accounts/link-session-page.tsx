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
import { words } from './words.ts'

const route = getRouteApi('/shell/accounts/link-sessions/$id')
const POLL_MS = 3_000

const { link: texts } = words

export function LinkSessionPage() {
  const { id } = route.useParams()
  const query = useQuery({
    ...read(getLinkSession, { params: { id } }),
    refetchInterval: ({ state }) => state.data?.status === 'PENDING' && POLL_MS,
  })
  return (
    <Page
      title={words.titles.link}
      badge={query.data && <LinkSessionStatus status={query.data.status} />}
      description={<CopyId id={id} label={texts.idLabel} />}
      crumbs={[
        { label: words.titles.list, link: { to: '/accounts' } },
        { label: words.titles.links, link: { to: '/accounts/link-sessions' } },
      ]}
    >
      <Loaded query={query}>{(session) => <SessionDetails session={session} />}</Loaded>
    </Page>
  )
}

function SessionDetails({ session: { status, linkUrl, successUrl, returnUrl } }: { readonly session: LinkSession }) {
  return (
    <>
      <Panel title={texts.status}>
        <Text size="sm" mb="md" role="status">
          {texts.meanings[status]}
        </Text>
        {status === 'SUCCESS' && <LinkButton to="/accounts">{texts.toAccounts}</LinkButton>}
        {(status === 'FAILED' || status === 'EXPIRED') && (
          <LinkButton endpoint={createLinkSession} to="/accounts/link-sessions/new">
            {texts.createNew}
          </LinkButton>
        )}
      </Panel>
      {status === 'PENDING' && (
        <Panel title={texts.panel}>
          <Text size="sm" mb="xs">
            {texts.text}
          </Text>
          <SecretBox value={linkUrl} label={texts.label} />
        </Panel>
      )}
      <Panel title={texts.redirects}>
        <Facts>
          <Fact name={texts.success}>{successUrl}</Fact>
          <Fact name={texts.failure}>{returnUrl}</Fact>
        </Facts>
      </Panel>
    </>
  )
}
