import { Text, TextInput } from '@mantine/core'
import { Code, NewPassword, resetPassword, type SignInResponse, signIn } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { HiddenEmail, PasswordField } from './fields.tsx'
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
  readonly onAnswer: (answer: SignInResponse) => void
  readonly onReset: () => void
}) {
  const signingIn = useSessionCall(signIn, onAnswer)
  const resetting = useSessionCall(resetPassword, (_, { body: { password } }) =>
    signingIn.mutate({ body: { email, password } }, { onError: onReset }),
  )
  const form = useEndpointForm(
    { ...resetting, isPending: resetting.isPending || signingIn.isPending },
    { initial: { code: '', password: '' }, rules: Fields, inputOf: (values) => ({ body: { email, ...values } }) },
  )
  return (
    <EndpointForm form={form} label="Set password and sign in">
      <Text size="sm">
        If <strong>{email}</strong> has an account, we have sent a code to it.
      </Text>
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        data-autofocus
        autoFocus
        {...form.getInputProps('code')}
      />
      <HiddenEmail email={email} />
      <PasswordField {...form.getInputProps('password')} />
    </EndpointForm>
  )
}
