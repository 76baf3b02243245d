import { Text } from '@mantine/core'
import { chooseNewPassword, NewPassword } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { HiddenEmail } from './hidden-email.tsx'
import { PasswordField } from './password-field.tsx'
import { BackToSignIn, type SessionStepProps } from './session-step.tsx'
import { useSessionCall } from './use-session-call.ts'

const Fields = v.object({ password: NewPassword })

/** Replaces the temporary password from the email. */
export function NewPasswordForm({ email, session, onAnswer, onBack }: SessionStepProps) {
  const choosing = useSessionCall(chooseNewPassword, onAnswer)
  const form = useEndpointForm(choosing, {
    initial: { password: '' },
    rules: Fields,
    inputOf: (values) => ({ body: { email, session, ...values } }),
  })
  return (
    <EndpointForm form={form} label="Set password and sign in" cancel={<BackToSignIn onBack={onBack} />}>
      <Text size="sm">Your temporary password works once. Choose a new password.</Text>
      <HiddenEmail email={email} />
      <PasswordField {...form.getInputProps('password')} />
    </EndpointForm>
  )
}
