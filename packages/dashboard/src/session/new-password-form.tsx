import { Anchor, Button, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { chooseNewPassword, NewPassword } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { FormError } from '../ui/form-error.tsx'
import { acceptToken } from './accept-token.ts'
import { PasswordField } from './password-field.tsx'
import { useSessionCall } from './use-session-call.ts'

const Fields = v.object({ password: NewPassword })

/** For whoever was given a password by an operator: they choose their own. `onAgain` goes back to signing in. */
export function NewPasswordForm({
  email,
  session,
  onAgain,
}: {
  readonly email: string
  readonly session: string
  readonly onAgain: () => void
}) {
  const form = useForm({ initialValues: { password: '' }, validate: schemaResolver(Fields, { sync: true }) })
  const choosing = useSessionCall(chooseNewPassword, (answer) => {
    if ('challenge' in answer) onAgain()
    else acceptToken(answer)
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ password }) => choosing.mutate({ body: { email, session, password } }))}
    >
      <Stack>
        <Text size="sm">The password that you were given works once. Choose your own.</Text>
        <FormError error={choosing.error} fields={['password']} />
        <PasswordField {...form.getInputProps('password')} />
        <Button type="submit" loading={choosing.isPending}>
          Set password and sign in
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onAgain}>
          Begin again
        </Anchor>
      </Stack>
    </form>
  )
}
