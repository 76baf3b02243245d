import * as session from '@messaging/contract/dashboard/session.ts'
import { forgotPassword, resetPassword } from '@messaging/core/people/sessions/reset-password.ts'
import { chooseNewPassword, refreshSession, signIn } from '@messaging/core/people/sessions/sign-in.ts'
import { signOut } from '@messaging/core/people/sessions/sign-out.ts'
import { signUp } from '@messaging/core/people/sessions/sign-up.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

export const signUpRoute = () =>
  sessionRoute(session.signUp, async ({ body, now }) => {
    await signUp(body.email, now)
    return { response: undefined }
  })

export const signInRoute = () => sessionRoute(session.signIn, ({ body, origin, now }) => signIn(body, origin, now))

export const newPasswordRoute = () =>
  sessionRoute(session.chooseNewPassword, ({ body, origin, now }) => chooseNewPassword(body, origin, now))

export const refreshRoute = () =>
  sessionRoute(
    session.refreshSession,
    async ({ refreshToken, origin, now }) => ({ response: await refreshSession(refreshToken, origin, now) }),
    { endsWhenRefused: true },
  )

export const signOutRoute = () =>
  sessionRoute(session.signOut, async ({ refreshToken, origin, now }) => {
    await signOut(refreshToken, origin, now)
    return { response: undefined, refreshToken: '' }
  })

export const forgotPasswordRoute = () =>
  sessionRoute(session.forgotPassword, async ({ body }) => {
    await forgotPassword(body.email)
    return { response: undefined }
  })

export const resetPasswordRoute = () =>
  sessionRoute(session.resetPassword, async ({ body, origin, now }) => {
    await resetPassword(body, origin, now)
    return { response: undefined }
  })
