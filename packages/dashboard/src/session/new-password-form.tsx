import { Anchor, Button, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { chooseNewPassword, NewPassword, type SignInAnswer } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { HiddenEmail } from './hidden-email.tsx'
import { PasswordField } from './password-field.tsx'
import { useSessionCall } from './use-session-call.ts'

const Fields = v.object({ password: NewPassword })

/** Replaces the temporary password that came by mail. `onAgain` goes back to signing in. */
export function NewPasswordForm({
  email,
  session,
  onAnswer,
  onAgain,
}: {
  readonly email: string
  readonly session: string
  readonly onAnswer: (answer: SignInAnswer) => void
  readonly onAgain: () => void
}) {
  const form = useForm({ initialValues: { password: '' }, validate: schemaResolver(Fields, { sync: true }) })
  const choosing = useSessionCall(chooseNewPassword, onAnswer)
  const submit = ({ password }: typeof form.values) =>
    choosing.mutate(
      { body: { email, session, password } },
      { onError: (error) => form.setErrors(fieldErrors(error, ['password'])) },
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text size="sm">Your temporary password works once. Choose your own.</Text>
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
