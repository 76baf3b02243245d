import { Text, TextInput } from '@mantine/core'
import {
  Code,
  NewPassword,
  resetPassword,
  type SignInResponse,
  signIn,
} from '@replywright/contract/dashboard/session.ts'
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import * as v from 'valibot'
import { safeNext } from '../shell/search.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { tell } from '../ui/notices.tsx'
import { HiddenEmail, PasswordField } from './fields.tsx'
import { MfaForm } from './second-factor-parts.tsx'
import { SessionPage } from './session-page.tsx'
import { acceptToken, useSessionCall } from './use-session-call.ts'

const route = getRouteApi('/session/reset-password')

export function ResetPasswordPage() {
  const { email, next } = route.useSearch()
  const navigate = useNavigate()
  const [mfaSession, setMfaSession] = useState<string>()
  if (!email) return <Navigate to="/forgot-password" />
  const showSignIn = () => {
    tell('Password set. Sign in with it.')
    void navigate({ to: '/sign-in', search: { email, next } })
  }
  const onAnswer = (answer: SignInResponse) => {
    if (!('challenge' in answer)) {
      acceptToken(answer)
      void navigate({ href: safeNext(next), replace: true })
    } else if (answer.challenge === 'mfa') setMfaSession(answer.session)
    else showSignIn()
  }
  if (mfaSession !== undefined)
    return (
      <SessionPage title="Sign in">
        <Suspense>
          <MfaForm email={email} session={mfaSession} onAnswer={onAnswer} onBack={showSignIn} />
        </Suspense>
      </SessionPage>
    )
  return (
    <SessionPage
      title="New password"
      links={
        <Link to="/forgot-password" search={{ email, next }}>
          Send new code
        </Link>
      }
    >
      <ResetPasswordForm email={email} onAnswer={onAnswer} onReset={showSignIn} />
    </SessionPage>
  )
}

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
      <Text>
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
