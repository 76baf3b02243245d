import { Button, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Code, NewPassword, resetPassword, type SignInAnswer, signIn } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { HiddenEmail } from './hidden-email.tsx'
import { PasswordField } from './password-field.tsx'
import { useSessionCall } from './use-session-call.ts'

const Fields = v.object({ code: Code, password: NewPassword })

/**
 * Sets a new password with the code from the email, and signs in with it. `onReset` is called if the password was set,
 * but the sign-in failed.
 */
export function ResetPasswordForm({
  email,
  onAnswer,
  onReset,
}: {
  readonly email: string
  readonly onAnswer: (answer: SignInAnswer) => void
  readonly onReset: () => void
}) {
  const form = useForm({ initialValues: { code: '', password: '' }, validate: schemaResolver(Fields, { sync: true }) })
  const signingIn = useSessionCall(signIn, onAnswer)
  const resetting = useSessionCall(resetPassword, (_, { body: { password } }) =>
    signingIn.mutate({ body: { email, password } }, { onError: onReset }),
  )
  const submit = (values: typeof form.values) =>
    resetting.mutate(
      { body: { email, ...values } },
      { onError: (error) => form.setErrors(fieldErrors(error, ['code', 'password'])) },
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text size="sm">
          If <strong>{email}</strong> has an account, we have sent a code to it.
        </Text>
        <FormError error={resetting.error} fields={['code', 'password']} />
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <HiddenEmail email={email} />
        <PasswordField {...form.getInputProps('password')} />
        <Button type="submit" loading={resetting.isPending || signingIn.isPending}>
          Set password and sign in
        </Button>
      </Stack>
    </form>
  )
}
