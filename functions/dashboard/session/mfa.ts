import * as mfa from '@messaging/contract/dashboard/mfa.ts'
import { beginMfa, disableMfa, enableMfa, getMfa } from '@messaging/core/people/sessions/mfa.ts'
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
  sessionRoute(mfa.enableMfa, async ({ refreshToken, body, origin, now }) => {
    await enableMfa(refreshToken, body, origin, now)
    return { response: undefined, refreshToken: '' }
  })

export const disableRoute = () =>
  sessionRoute(mfa.disableMfa, async ({ refreshToken, body, origin }) => {
    await disableMfa(refreshToken, body, origin)
    return { response: undefined }
  })

export const answerRoute = () => sessionRoute(mfa.answerMfa, ({ body, origin, now }) => answerMfa(body, origin, now))
