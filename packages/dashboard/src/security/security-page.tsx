import { Badge, Button, Group, Text } from '@mantine/core'
import {
  endSession,
  listSessions,
  signOutEverywhere,
  type UserSession,
} from '@replywright/contract/dashboard/profile.ts'
import { forgotPassword } from '@replywright/contract/dashboard/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { readWhole } from '../api/read-whole.ts'
import { session } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { useSessionCall } from '../session/use-session-call.ts'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { actions, type Column } from '../ui/data-table.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { IpAddress } from '../ui/text.tsx'
import { When } from '../ui/when.tsx'
import { deviceName } from './device-name.ts'
import { TwoFactorPanel } from './two-factor-panel.tsx'

export function SecurityPage() {
  return (
    <Page title="Security" description="Sign-in settings for your account in all organisations.">
      <TwoFactorPanel />
      <PasswordPanel />
      <SessionsPanel />
    </Page>
  )
}

/** Changes the password with a code that is mailed, so that a stolen session cannot change it. */
function PasswordPanel() {
  const { data: me } = useMe()
  const navigate = useNavigate()
  const requesting = useSessionCall(forgotPassword, (_, { body: { email } }) =>
    navigate({ to: '/reset-password', search: { email, next: '/security' } }),
  )
  return (
    <Panel title="Your password">
      <FormError error={requesting.error} />
      <Text mb="sm">We mail you a code to set a new password. All your other sessions then end.</Text>
      <Button
        size="xs"
        variant="default"
        disabled={!me}
        loading={requesting.isPending}
        onClick={() => me && requesting.mutate({ body: { email: me.user.email } })}
      >
        Change password
      </Button>
    </Panel>
  )
}

const SESSIONS = readWhole(listSessions, {}, (query, options) => call(listSessions, { query }, options))

const COLUMNS: readonly Column<UserSession>[] = [
  {
    title: 'Device',
    unlabelled: true,
    render: ({ userAgent, isCurrent }) => (
      <Group gap="xs">
        {deviceName(userAgent)}
        {isCurrent && <Badge>This device</Badge>}
      </Group>
    ),
  },
  { title: 'Signed in', render: ({ startedAt }) => <When at={startedAt} /> },
  { title: 'Last used', render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
  { title: 'IP address', render: (session) => <IpAddress {...session} /> },
  actions(
    ({ id, userAgent, isCurrent }) =>
      !isCurrent && (
        <ActionButton
          button={{ label: 'Sign out', 'aria-label': `Sign out ${deviceName(userAgent)}`, size: 'compact-xs' }}
          endpoint={endSession}
          input={{ params: { id } }}
          title={`Sign out ${deviceName(userAgent)}?`}
          confirm="Sign out"
          done="Session ended"
        >
          Its access ends within 15 seconds.
        </ActionButton>
      ),
  ),
]

/** Pages have no order among each other. */
function lastUsedFirst(sessions: readonly UserSession[]): UserSession[] {
  return sessions.toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))
}

/** The sessions of the user. */
function SessionsPanel() {
  return (
    <Panel
      title="Where you are signed in"
      actions={
        <ActionButton
          button={{ label: 'Sign out everywhere', size: 'xs' }}
          endpoint={signOutEverywhere}
          input={{ body: {} }}
          title="Sign out everywhere?"
          confirm="Sign out everywhere"
          danger
          onDone={() => session.signedOut()}
        >
          All your sessions end within 15 seconds, including this one. API keys keep working.
        </ActionButton>
      }
    >
      <ResourceList
        query={useQuery({ ...SESSIONS, select: lastUsedFirst })}
        label="Where you are signed in"
        columns={COLUMNS}
        empty={null}
      />
    </Panel>
  )
}
