import type { SignInResponse } from '@messaging/contract/dashboard/session.ts'
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { safeNext } from '../shell/search.ts'
import { tell } from '../ui/tell.ts'
import { acceptToken } from './accept-token.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { MfaForm } from './second-factor-parts.tsx'
import { SessionPage } from './session-page.tsx'

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
