import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import {
  beginMfa,
  disableMfa,
  enableMfa,
  getMfa,
  replaceRecoveryCodes,
} from '@replywright/contract/dashboard/session.ts'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { session } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { AppCodeField, HiddenEmail } from '../session/fields.tsx'
import { signOutWithCodes } from '../session/new-recovery-codes.ts'
import { RecoveryCodes } from '../session/second-factor.tsx'
import { useSessionCall } from '../session/use-session-call.ts'
import { SecretBox } from '../ui/copy.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { tell } from '../ui/notices.tsx'
import { Loaded, Panel } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'

export function TwoFactorPanel() {
  const query = useQuery({ queryKey: [getMfa.path], queryFn: ({ signal }) => readMfa(signal) })
  return (
    <Panel title="Two-factor authentication">
      <Loaded query={query}>
        {({ enabled, recoveryCodesLeft }) => (
          <>
            <StatusBadge
              tone={enabled ? 'good' : 'neutral'}
              icon={enabled ? IconCircleCheck : IconCircleOff}
              label={enabled ? 'On' : 'Off'}
            />
            <Text my="sm">
              {enabled
                ? 'You sign in with your password and a code from your authenticator app.'
                : 'Adds a code from an authenticator app to your password. Required for operators.'}
            </Text>
            {enabled && <CodesLeft left={recoveryCodesLeft} />}
            {enabled ? <TurnOff /> : <TurnOn />}
          </>
        )}
      </Loaded>
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

/** How many recovery codes are left, with a button that replaces them. */
function CodesLeft({ left }: { readonly left: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Group gap="xs" mb="md">
      <Text>{left === 1 ? '1 recovery code left.' : `${left} recovery codes left.`}</Text>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Replace recovery codes
      </Button>
      {isOpen && <ReplaceCodes onClose={() => setOpen(false)} />}
    </Group>
  )
}

function ReplaceCodes({ onClose }: { readonly onClose: () => void }) {
  const { data: me } = useMe()
  const replacing = useSessionCall(
    replaceRecoveryCodes,
    () => void queryClient.invalidateQueries({ queryKey: [getMfa.path] }),
  )
  const form = useEndpointForm(replacing, {
    initial: { password: '', code: '' },
    rules: replaceRecoveryCodes.body,
    inputOf: (body) => ({ body }),
  })
  const codes = replacing.data?.recoveryCodes
  const close = () => {
    // The codes would be replaced, and the new ones never shown.
    if (!replacing.isPending) onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={codes ? 'New recovery codes' : 'Replace recovery codes'}
      // The codes are shown once, so an accidental click must not close the dialog.
      closeOnClickOutside={!codes}
      closeOnEscape={!codes}
    >
      {codes ? (
        <Stack>
          <RecoveryCodes codes={codes} />
          <Group justify="flex-end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <EndpointForm form={form} label="Replace codes" onCancel={close}>
          <Text>The current codes stop working.</Text>
          <HiddenEmail email={me?.user.email ?? ''} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            data-autofocus
            {...form.getInputProps('password')}
          />
          <AppCodeField {...form.getInputProps('code')} />
        </EndpointForm>
      )}
    </Modal>
  )
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
  if (setup.data) return <Confirm {...setup.data} onCancel={setup.reset} />
  return (
    <Stack align="start">
      <FormError error={setup.error} />
      <Button onClick={() => setup.mutate({ body: {} })} loading={setup.isPending}>
        Set up authenticator app
      </Button>
    </Stack>
  )
}

function Confirm({
  secret,
  uri,
  onCancel,
}: {
  readonly secret: string
  readonly uri: string
  readonly onCancel: () => void
}) {
  const { data: me } = useMe()
  const enabling = useSessionCall(enableMfa, ({ recoveryCodes }) => {
    tell('Two-factor authentication turned on. Sign in with a code.')
    signOutWithCodes(recoveryCodes, me?.user.email ?? '')
  })
  const form = useEndpointForm(enabling, {
    initial: { password: '', code: '' },
    rules: enableMfa.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <EndpointForm form={form} width="narrow" label="Turn on" onCancel={onCancel}>
      <Text>Scan this code with your authenticator app, or enter the secret manually.</Text>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <SecretBox value={secret} label="secret" />
      <AppCodeField autoFocus {...form.getInputProps('code')} />
      <HiddenEmail email={me?.user.email ?? ''} />
      <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
      <Text>You will be signed out on all devices. Then sign in again with a code.</Text>
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
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      style={{ width: '100%', maxWidth: '14rem', background: 'white' }}
    >
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
