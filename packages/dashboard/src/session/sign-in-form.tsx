import { PasswordInput, Text, TextInput } from '@mantine/core'
import { chooseNewPassword, NewPassword, type SignInResponse, signIn } from '@messaging/contract/dashboard/session.ts'
import { Suspense, useState } from 'react'
import * as v from 'valibot'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { acceptToken } from './accept-token.ts'
import { HiddenEmail, PasswordField } from './fields.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { MfaForm } from './second-factor-parts.tsx'
import { BackToSignIn, type SessionStepProps } from './session-step.tsx'
import { useSessionCall } from './use-session-call.ts'

export type Challenge = Extract<SignInResponse, { challenge: string }>

/** Signs in, with the steps for a new password and a code. `fixedEmail` is set if only this user may sign in. */
export function SignInForm({
  email,
  fixedEmail,
  onChallenge,
}: {
  readonly email?: string
  readonly fixedEmail?: string
  /** Called with the step that follows, undefined for the first one. */
  readonly onChallenge?: (kind: Challenge['challenge'] | undefined) => void
}) {
  const [challenge, setStep] = useState<Challenge>()
  const setChallenge = (next: Challenge | undefined) => {
    setStep(next)
    onChallenge?.(next?.challenge)
  }
  const onAnswer = (answer: SignInResponse) => {
    if ('challenge' in answer) setChallenge(answer)
    else acceptToken(answer)
  }
  const signingIn = useSessionCall(signIn, onAnswer)
  const form = useEndpointForm(signingIn, {
    initial: { email: fixedEmail ?? email ?? '', password: '' },
    rules: signIn.body,
    inputOf: (body) => ({ body }),
  })
  const { email: address } = form.values
  const isKnown = Boolean(fixedEmail ?? email)
  const onBack = () => setChallenge(undefined)
  if (challenge?.challenge === 'new_password')
    return <NewPasswordForm email={address} session={challenge.session} onAnswer={onAnswer} onBack={onBack} />
  if (challenge?.challenge === 'mfa')
    return (
      <Suspense>
        <MfaForm email={address} session={challenge.session} onAnswer={onAnswer} onBack={onBack} />
      </Suspense>
    )
  if (challenge?.challenge === 'reset_password')
    return <ResetPasswordForm email={address} onAnswer={onAnswer} onReset={onBack} />
  return (
    <EndpointForm form={form} label="Sign in">
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        readOnly={fixedEmail !== undefined}
        data-autofocus={!isKnown || undefined}
        autoFocus={!isKnown}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        data-autofocus={isKnown || undefined}
        autoFocus={isKnown}
        {...form.getInputProps('password')}
      />
    </EndpointForm>
  )
}

const Fields = v.object({ password: NewPassword })

/** Replaces the temporary password from the email. */
function NewPasswordForm({ email, session, onAnswer, onBack }: SessionStepProps) {
  const choosing = useSessionCall(chooseNewPassword, onAnswer)
  const form = useEndpointForm(choosing, {
    initial: { password: '' },
    rules: Fields,
    inputOf: (values) => ({ body: { email, session, ...values } }),
  })
  return (
    <EndpointForm form={form} label="Set password and sign in" after={<BackToSignIn onBack={onBack} />}>
      <Text size="sm">Your temporary password works once. Choose a new password.</Text>
      <HiddenEmail email={email} />
      <PasswordField data-autofocus autoFocus {...form.getInputProps('password')} />
    </EndpointForm>
  )
}
