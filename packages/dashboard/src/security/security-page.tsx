import { Badge, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { beginMfa, disableMfa, enableMfa, getMfa } from '@messaging/contract/dashboard/mfa.ts'
import { endSession, listSessions, signOutEverywhere, type UserSession } from '@messaging/contract/dashboard/profile.ts'
import { forgotPassword } from '@messaging/contract/dashboard/session.ts'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { encode } from 'uqr'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { readList } from '../api/read.ts'
import { send } from '../api/send.ts'
import { session } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { AppCodeField, HiddenEmail } from '../session/fields.tsx'
import { useSessionCall } from '../session/use-session-call.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { tell } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'
import { deviceName } from './device-name.ts'
import classes from './security.module.css'

export function SecurityPage() {
  const query = useQuery({ queryKey: [getMfa.path], queryFn: ({ signal }) => readMfa(signal) })
  return (
    <Page title="Security" description="Sign-in settings for your account in all organisations.">
      <Panel title="Two-factor authentication">
        <Loaded query={query}>
          {({ enabled }) => (
            <>
              <StatusBadge
                tone={enabled ? 'good' : 'neutral'}
                icon={enabled ? IconCircleCheck : IconCircleOff}
                label={enabled ? 'On' : 'Off'}
              />
              <Text size="sm" my="sm">
                {enabled
                  ? 'You sign in with your password and a code from your authenticator app.'
                  : 'Adds a code from an authenticator app to your password. Required for operators.'}
              </Text>
              {enabled ? <TurnOff /> : <TurnOn />}
            </>
          )}
        </Loaded>
      </Panel>
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
      <Text size="sm" mb="sm">
        We mail you a code to set a new password. All your other sessions then end.
      </Text>
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

/** Reads the setting with the session's cookie. If the session has ended, the app asks the user to sign in again. */
async function readMfa(signal: AbortSignal) {
  try {
    return await send(getMfa, {}, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await session.renew()
    throw error
  }
}

function TurnOff() {
  const { data: me } = useMe()
  const disabling = useSessionCall(disableMfa, () => {
    tell('Two-factor authentication turned off')
    void queryClient.invalidateQueries({ queryKey: [getMfa.path] })
  })
  const form = useEndpointForm(disabling, {
    initial: { password: '', code: '' },
    rules: disableMfa.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <EndpointForm form={form} width="narrow" label="Turn off" danger>
      <HiddenEmail email={me?.user.email ?? ''} />
      <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
      <AppCodeField {...form.getInputProps('code')} />
    </EndpointForm>
  )
}

function TurnOn() {
  const setup = useSessionCall(beginMfa, () => {})
  if (setup.data) return <Confirm {...setup.data} />
  return (
    <Stack align="start">
      <FormError error={setup.error} />
      <Button onClick={() => setup.mutate({ body: {} })} loading={setup.isPending}>
        Set up authenticator app
      </Button>
    </Stack>
  )
}

function Confirm({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const { data: me } = useMe()
  const enabling = useSessionCall(enableMfa, () => {
    tell('Two-factor authentication turned on. Sign in with a code.')
    session.signedOut()
  })
  const form = useEndpointForm(enabling, {
    initial: { password: '', code: '' },
    rules: enableMfa.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <EndpointForm form={form} width="narrow" label="Turn on">
      <Text size="sm">Scan this code with your authenticator app, or enter the secret manually.</Text>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <SecretBox value={secret} label="secret" />
      <AppCodeField autoFocus {...form.getInputProps('code')} />
      <HiddenEmail email={me?.user.email ?? ''} />
      <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
      <Text size="sm">You will be signed out on all devices. Then sign in again with a code.</Text>
    </EndpointForm>
  )
}

/** The light border that scanners require, in modules. */
const BORDER = 4

/** A QR code. `label` describes its content. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes.code}>
      <path d={path} />
    </svg>
  )
}

const COLUMNS: readonly Column<UserSession>[] = [
  {
    title: 'Device',
    unlabelled: true,
    render: ({ userAgent, isCurrent }) => (
      <Group gap="xs">
        {deviceName(userAgent)}
        {isCurrent && (
          <Badge size="sm" variant="default">
            This device
          </Badge>
        )}
      </Group>
    ),
  },
  { title: 'Signed in', render: ({ startedAt }) => <When at={startedAt} /> },
  { title: 'Last used', render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
  { title: 'IP address', render: ({ sourceIp }) => sourceIp },
]

const ACTIONS: Column<UserSession> = {
  title: 'Actions',
  align: 'end',
  unlabelled: true,
  render: ({ id, userAgent, isCurrent }) =>
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
      <Loaded query={useQuery(readList(listSessions, {}))}>
        {(sessions) => (
          <DataTable
            label="Where you are signed in"
            columns={[...COLUMNS, ACTIONS]}
            rows={sessions}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
    </Panel>
  )
}
