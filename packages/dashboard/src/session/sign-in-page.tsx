import { Button, PasswordInput, Text } from '@mantine/core'
import { chooseNewPassword, NewPassword, type SignInResponse, signIn } from '@replywright/contract/dashboard/session.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import * as v from 'valibot'
import { session, useSession } from '../api/session.ts'
import { safeNext } from '../shell/search.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { BackToSignIn, EmailField, HiddenEmail, PasswordField, type SessionStepProps } from './fields.tsx'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { ResetPasswordForm } from './reset-password-page.tsx'
import { MfaForm, RecoveryCodes } from './second-factor-parts.tsx'
import { SessionPage } from './session-page.tsx'
import { acceptToken, useSessionCall } from './use-session-call.ts'

const route = getRouteApi('/session/sign-in')

export function SignInPage() {
  const { next, email } = route.useSearch()
  useRedirectWhenSignedIn(next)
  const created = newRecoveryCodes()
  const [areSaved, setSaved] = useState(false)
  const [challenge, setChallenge] = useState<Challenge['challenge']>()
  const [typed, setTyped] = useState<string>()
  if (created && !areSaved)
    return (
      <SessionPage title="Save your recovery codes">
        <Suspense>
          <RecoveryCodes codes={created.codes} />
        </Suspense>
        <Button fullWidth mt="md" onClick={() => setSaved(true)}>
          I have saved the codes
        </Button>
      </SessionPage>
    )
  return (
    <SessionPage
      title={challenge === 'new_password' ? 'Choose a password' : 'Sign in'}
      links={
        challenge === undefined && (
          <>
            <Link to="/forgot-password" search={{ next, email: typed ?? email }}>
              Forgot your password?
            </Link>
            <Link to="/sign-up" search={{ next }}>
              Create account
            </Link>
          </>
        )
      }
    >
      <SignInForm email={email ?? created?.email} onChallenge={setChallenge} onEmail={setTyped} />
    </SessionPage>
  )
}

/** Redirects once there is a session, from this page, another tab or an existing cookie. */
function useRedirectWhenSignedIn(next: string | undefined): void {
  const state = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (state === 'unknown') void session.isSignedIn().catch(() => {})
    if (state === 'signed-in') void navigate({ href: safeNext(next), replace: true })
  }, [state, next, navigate])
}

export type Challenge = Extract<SignInResponse, { challenge: string }>

/** Signs in, with the steps for a new password and a code. `fixedEmail` is set if only this user may sign in. */
export function SignInForm({
  email,
  fixedEmail,
  onChallenge,
  onEmail,
}: {
  readonly email?: string
  readonly fixedEmail?: string
  /** Called with the step that follows, undefined for the first one. */
  readonly onChallenge?: (kind: Challenge['challenge'] | undefined) => void
  /** Called with the email address when its field is left. */
  readonly onEmail?: (email: string) => void
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
      <EmailField
        readOnly={fixedEmail !== undefined}
        data-autofocus={!isKnown || undefined}
        autoFocus={!isKnown}
        {...form.getInputProps('email')}
        onBlur={() => onEmail?.(form.getValues().email)}
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
      <Text>Your temporary password works once. Choose a new password.</Text>
      <HiddenEmail email={email} />
      <PasswordField data-autofocus autoFocus {...form.getInputProps('password')} />
    </EndpointForm>
  )
}
