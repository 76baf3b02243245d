import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { None } from '../fields.ts'
import { ChallengeSession, Code, Email, Password, SignInAnswer, session } from './session.ts'

/** Two-factor authentication of the user of the cookie. */
export const getMfa = endpoint({
  ...session,
  method: 'GET',
  path: '/dashboard-api/session/mfa/',
  summary: 'Get whether two-factor authentication is on',
  response: v.object({ enabled: v.boolean() }),
  errors: [401],
})

export const beginMfa = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/begin/',
  summary: 'Get a secret for an authenticator app; 409 if two-factor authentication is on',
  body: None,
  response: v.object({
    secret: v.pipe(v.string(), v.description('Base32.')),
    uri: v.pipe(v.string(), v.description('`otpauth:` URI, for a QR code.')),
  }),
  errors: [401, 409],
})

export const enableMfa = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/enable/',
  summary: 'Turn two-factor authentication on with the password and a code of the authenticator app',
  description: 'Ends all sessions of the account, including this one. Sign in again with a code.',
  body: v.object({ password: Password, code: Code }),
  errors: [400, 401],
})

export const disableMfa = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/disable/',
  summary: 'Turn two-factor authentication off with the password and a code',
  body: v.object({ password: Password, code: Code }),
  errors: [400, 401],
})

export const answerMfa = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/answer/',
  summary: 'Complete the challenge mfa',
  body: v.object({ email: Email, session: ChallengeSession, code: Code }),
  response: SignInAnswer,
  errors: [400, 401, 403],
})
