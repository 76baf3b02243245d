import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { None } from '../fields.ts'
import { ChallengeSession, Code, Email, Password, SignInResponse, session } from './session.ts'

/** Two-factor authentication of the user of the cookie. */
export const getMfa = endpoint({
  ...session,
  method: 'GET',
  path: '/dashboard-api/session/mfa/',
  response: v.object({ enabled: v.boolean() }),
})

export const beginMfa = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/begin/',
  body: None,
  response: v.object({
    secret: v.pipe(v.string(), v.description('Base32.')),
    uri: v.pipe(v.string(), v.description('`otpauth:` URI, for a QR code.')),
  }),
})

export const enableMfa = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/enable/',
  body: v.object({ password: Password, code: Code }),
})

export const disableMfa = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/disable/',
  body: v.object({ password: Password, code: Code }),
})

export const answerMfa = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/answer/',
  body: v.object({ email: Email, session: ChallengeSession, code: Code }),
  response: SignInResponse,
})
