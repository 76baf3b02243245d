import * as session from '@replywright/contract/dashboard/session.ts'
import { forgotPassword, resetPassword, signUp } from '@replywright/core/people/sessions/passwords.ts'
import { chooseNewPassword, refreshSession, signIn, signOut } from '@replywright/core/people/sessions/sign-in.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { sessionRoute } from '@replywright/http/session-route.ts'

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
  sessionRoute(session.signOut, async ({ refreshToken, origin }) => {
    await signOut(refreshToken, origin, systemClock)
    return { response: undefined, refreshToken: '' }
  })

export const forgotPasswordRoute = () =>
  sessionRoute(session.forgotPassword, async ({ body }) => {
    await forgotPassword(body.email)
    return { response: undefined }
  })

export const resetPasswordRoute = () =>
  sessionRoute(session.resetPassword, async ({ body, origin }) => {
    await resetPassword(body, origin, systemClock)
    return { response: undefined }
  })
