import { answerMfa } from '@messaging/contract/dashboard/mfa.ts'
import { Code } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { AppCodeField } from './fields.tsx'
import { BackToSignIn, type SessionStepProps } from './session-step.tsx'
import { useSessionCall } from './use-session-call.ts'

const Fields = v.object({ code: Code })

/** The second sign-in step: the code of the authenticator app. */
export function MfaForm({ email, session, onAnswer, onBack }: SessionStepProps) {
  const answering = useSessionCall(answerMfa, onAnswer)
  const form = useEndpointForm(answering, {
    initial: { code: '' },
    rules: Fields,
    inputOf: (values) => ({ body: { email, session, ...values } }),
  })
  return (
    <EndpointForm form={form} label="Verify code" after={<BackToSignIn onBack={onBack} />}>
      <AppCodeField data-autofocus autoFocus {...form.getInputProps('code')} />
    </EndpointForm>
  )
}
