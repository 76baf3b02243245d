import { Anchor, Button, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { chooseNewPassword, NewPassword } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { acceptToken } from './accept-token.ts'
import { HiddenEmail } from './hidden-email.tsx'
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
  const submit = ({ password }: typeof form.values) =>
    choosing.mutate(
      { body: { email, session, password } },
      { onError: (error) => form.setErrors(fieldErrors(error, ['password'])) },
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text size="sm">The password that you were given works once. Choose your own.</Text>
        <FormError error={choosing.error} fields={['password']} />
        <HiddenEmail email={email} />
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
