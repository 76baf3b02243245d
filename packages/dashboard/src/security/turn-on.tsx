import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { beginMfa, enableMfa } from '@messaging/contract/dashboard/mfa.ts'
import { session } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { AppCodeField } from '../session/app-code-field.tsx'
import { HiddenEmail } from '../session/hidden-email.tsx'
import { useSessionCall } from '../session/use-session-call.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { FormError } from '../ui/form-error.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { tell } from '../ui/tell.ts'
import { QrCode } from './qr-code.tsx'

export function TurnOn() {
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
