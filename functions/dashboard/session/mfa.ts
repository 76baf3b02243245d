import * as mfa from '@messaging/contract/dashboard/mfa.ts'
import { beginMfa, disableMfa, enableMfa, getMfa, replaceRecoveryCodes } from '@messaging/core/people/sessions/mfa.ts'
import { recover } from '@messaging/core/people/sessions/recover.ts'
import { answerMfa } from '@messaging/core/people/sessions/sign-in.ts'
import { sessionRoute } from '@messaging/http/session-route.ts'

export const getRoute = () =>
  sessionRoute(mfa.getMfa, async ({ refreshToken }) => ({
    response: await getMfa(refreshToken),
  }))

export const beginRoute = () =>
  sessionRoute(mfa.beginMfa, async ({ refreshToken }) => ({
    response: await beginMfa(refreshToken),
  }))

export const enableRoute = () =>
  sessionRoute(mfa.enableMfa, async ({ refreshToken, body, origin, now }) => ({
    response: await enableMfa(refreshToken, body, origin, now),
    refreshToken: '',
  }))

export const disableRoute = () =>
  sessionRoute(mfa.disableMfa, async ({ refreshToken, body, origin }) => {
    await disableMfa(refreshToken, body, origin)
    return { response: undefined }
  })

export const answerRoute = () => sessionRoute(mfa.answerMfa, ({ body, origin, now }) => answerMfa(body, origin, now))

export const replaceRecoveryCodesRoute = () =>
  sessionRoute(mfa.replaceRecoveryCodes, async ({ refreshToken, body, origin, now }) => ({
    response: await replaceRecoveryCodes(refreshToken, body, origin, now),
  }))

export const recoverRoute = () => sessionRoute(mfa.recover, ({ body, origin, now }) => recover(body, origin, now))
