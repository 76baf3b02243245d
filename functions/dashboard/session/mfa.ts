import * as session from '@replywright/contract/dashboard/session.ts'
import {
  beginMfa,
  disableMfa,
  enableMfa,
  getMfa,
  recover,
  replaceRecoveryCodes,
} from '@replywright/core/people/sessions/mfa.ts'
import { answerMfa } from '@replywright/core/people/sessions/sign-in.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { sessionRoute } from '@replywright/http/session-route.ts'

export const getRoute = () =>
  sessionRoute(session.getMfa, async ({ refreshToken }) => ({
    response: await getMfa(refreshToken),
  }))

export const beginRoute = () =>
  sessionRoute(session.beginMfa, async ({ refreshToken }) => ({
    response: await beginMfa(refreshToken),
  }))

export const enableRoute = () =>
  sessionRoute(session.enableMfa, async ({ refreshToken, body, origin }) => ({
    response: await enableMfa(refreshToken, body, origin, systemClock),
    refreshToken: '',
  }))

export const disableRoute = () =>
  sessionRoute(session.disableMfa, async ({ refreshToken, body, origin }) => {
    await disableMfa(refreshToken, body, origin)
    return { response: undefined }
  })

export const answerRoute = () =>
  sessionRoute(session.answerMfa, ({ body, origin, now }) => answerMfa(body, origin, now))

export const replaceRecoveryCodesRoute = () =>
  sessionRoute(session.replaceRecoveryCodes, async ({ refreshToken, body, origin, now }) => ({
    response: await replaceRecoveryCodes(refreshToken, body, origin, now),
  }))

export const recoverRoute = () => sessionRoute(session.recover, ({ body, origin, now }) => recover(body, origin, now))
