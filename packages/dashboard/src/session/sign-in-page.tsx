import { Box } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { session } from '../api/session.ts'
import { useSession } from '../api/use-session.ts'
import { safeNext } from '../shell/search.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { RecoveryCodes } from './second-factor-parts.tsx'
import { SessionPage } from './session-page.tsx'
import { type Challenge, SignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/session/sign-in')

export function SignInPage() {
  const { next, email } = route.useSearch()
  useRedirectWhenSignedIn(next)
  const codes = newRecoveryCodes()
  const [challenge, setChallenge] = useState<Challenge['challenge']>()
  return (
    <SessionPage
      title={challenge === 'new_password' ? 'Choose a password' : 'Sign in'}
      links={
        challenge === undefined && (
          <>
            <Link to="/forgot-password" search={{ next }}>
              Forgot your password?
            </Link>
            <Link to="/sign-up" search={{ next }}>
              Create account
            </Link>
          </>
        )
      }
    >
      {codes && (
        <Box mb="xl">
          <Suspense>
            <RecoveryCodes codes={codes} />
          </Suspense>
        </Box>
      )}
      <SignInForm email={email} onChallenge={setChallenge} />
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
