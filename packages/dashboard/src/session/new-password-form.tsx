import { Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { chooseNewPassword, NewPassword } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { fieldErrors } from '../ui/form-errors.ts'
import { HiddenEmail } from './hidden-email.tsx'
import { PasswordField } from './password-field.tsx'
import { SessionStep, type SessionStepProps } from './session-step.tsx'
import { useSessionCall } from './use-session-call.ts'

const Fields = v.object({ password: NewPassword })

/** Replaces the temporary password from the email. */
export function NewPasswordForm({ email, session, onAnswer, onBack }: SessionStepProps) {
  const form = useForm({ initialValues: { password: '' }, validate: schemaResolver(Fields, { sync: true }) })
  const choosing = useSessionCall(chooseNewPassword, onAnswer)
  const submit = ({ password }: typeof form.values) =>
    choosing.mutate(
      { body: { email, session, password } },
      { onError: (error) => form.setErrors(fieldErrors(error, ['password'])) },
    )
  return (
    <SessionStep
      onSubmit={form.onSubmit(submit)}
      onBack={onBack}
      loading={choosing.isPending}
      submit="Set password and sign in"
      error={choosing.error}
      fields={['password']}
    >
      <Text size="sm">Your temporary password works once. Choose a new password.</Text>
      <HiddenEmail email={email} />
      <PasswordField {...form.getInputProps('password')} />
    </SessionStep>
  )
}
