import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { beginMfa, enableMfa } from '@messaging/contract/dashboard/mfa.ts'
import { session } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { AppCodeField } from '../session/app-code-field.tsx'
import { HiddenEmail } from '../session/hidden-email.tsx'
import { useSessionCall } from '../session/use-session-call.ts'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { SecretBox } from '../ui/secret-box.tsx'
import { tell } from '../ui/tell.ts'
import { QrCode } from './qr-code.tsx'
import classes from './security.module.css'

const FIELDS = ['password', 'code']

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
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: schemaResolver(enableMfa.body, { sync: true }),
  })
  const enabling = useSessionCall(enableMfa, () => {
    tell('Two-factor authentication turned on. Sign in with a code.')
    session.signedOut()
  })
  const submit = (body: typeof form.values) =>
    enabling.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) })
  return (
    <form noValidate onSubmit={form.onSubmit(submit)} className={classes.form}>
      <Stack>
        <Text size="sm">Scan this code with your authenticator app, or enter the secret manually.</Text>
        <QrCode text={uri} label="QR code for your authenticator app" />
        <SecretBox value={secret} label="secret" />
        <FormError error={enabling.error} fields={FIELDS} />
        <AppCodeField autoFocus {...form.getInputProps('code')} />
        <HiddenEmail email={me?.user.email ?? ''} />
        <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
        <Text size="sm">You will be signed out on all devices. Then sign in again with a code.</Text>
        <Button type="submit" loading={enabling.isPending}>
          Turn on
        </Button>
      </Stack>
    </form>
  )
}
