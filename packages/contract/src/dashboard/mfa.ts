import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { None } from '../fields.ts'
import { ChallengeSession, Code, Email, Password, SignInResponse, session } from './session.ts'

const RecoveryCodes = v.object({
  recoveryCodes: v.pipe(v.array(v.string()), v.description('Each works once. They cannot be read again.')),
})

/** Two-factor authentication of the user of the cookie. */
export const getMfa = endpoint({
  ...session,
  method: 'GET',
  path: '/dashboard-api/session/mfa/',
  response: v.object({ enabled: v.boolean(), recoveryCodesLeft: v.pipe(v.number(), v.integer()) }),
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
  response: RecoveryCodes,
})

/** Replaces the recovery codes. */
export const replaceRecoveryCodes = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/recovery-codes/',
  body: v.object({ password: Password, code: Code }),
  response: RecoveryCodes,
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

/** Signs in with the password and a recovery code, which turns two-factor authentication off. */
export const recover = endpoint({
  ...session,
  path: '/dashboard-api/session/mfa/recover/',
  body: v.object({ email: Email, password: Password, code: Code }),
  response: SignInResponse,
})
