import { schemaResolver, useForm } from '@mantine/form'
import { answerMfa } from '@messaging/contract/dashboard/mfa.ts'
import { Code } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { fieldErrors } from '../ui/form-errors.ts'
import { AppCodeField } from './app-code-field.tsx'
import { SessionStep, type SessionStepProps } from './session-step.tsx'
import { useSessionCall } from './use-session-call.ts'

const Fields = v.object({ code: Code })

/** The second sign-in step: the code of the authenticator app. */
export function MfaForm({ email, session, onAnswer, onBack }: SessionStepProps) {
  const form = useForm({ initialValues: { code: '' }, validate: schemaResolver(Fields, { sync: true }) })
  const answering = useSessionCall(answerMfa, onAnswer)
  const submit = ({ code }: typeof form.values) =>
    answering.mutate(
      { body: { email, session, code } },
      { onError: (error) => form.setErrors(fieldErrors(error, ['code'])) },
    )
  return (
    <SessionStep
      onSubmit={form.onSubmit(submit)}
      onBack={onBack}
      loading={answering.isPending}
      submit="Verify code"
      error={answering.error}
      fields={['code']}
    >
      <AppCodeField data-autofocus autoFocus {...form.getInputProps('code')} />
    </SessionStep>
  )
}
