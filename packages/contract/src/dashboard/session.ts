import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, maxCharacters, minCharacters, None, Uuid } from '../fields.ts'
import { RoleName } from '../roles.ts'

/** Cognito's limit of user names. */
const LONGEST_EMAIL = 128
/** Minimum length of a password, also set in the user pool. */
export const SHORTEST_PASSWORD = 12
/** Cognito's limit. */
const LONGEST_PASSWORD = 256
const LONGEST_CODE = 64
const LONGEST_CHALLENGE = 2048

/** An email address, case-insensitive. */
export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.email('must be an email address'),
  maxCharacters(LONGEST_EMAIL),
  v.toLowerCase(),
)

export const NewPassword = v.pipe(v.string(), minCharacters(SHORTEST_PASSWORD), maxCharacters(LONGEST_PASSWORD))

/** A password for sign-in. The rules of new passwords are not checked, so that the error does not reveal them. */
export const Password = v.pipe(v.string(), v.nonEmpty('must not be empty'), maxCharacters(LONGEST_PASSWORD))

/** A code from an email or an authenticator app. */
export const Code = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), maxCharacters(LONGEST_CODE))

/**
 * The token for the dashboard's API: `Authorization: Bearer <idToken>`, valid for `expiresIn` seconds. The response
 * also sets a cookie to get the next token. Browsers send the cookie to the session endpoints only.
 */
export const SessionToken = v.object({ idToken: v.string(), expiresIn: v.pipe(v.number(), v.integer()) })
export type SessionToken = v.InferOutput<typeof SessionToken>

/** A token, or the challenge to complete first. */
export const SignInResponse = v.union([
  SessionToken,
  /** The password is the temporary one from the email. Choose a new one with `session` (valid for some minutes). */
  v.object({ challenge: v.literal('new_password'), session: v.string() }),
  /** The account has two-factor authentication. Send the code of the app and `session` to `mfa/answer`. */
  v.object({ challenge: v.literal('mfa'), session: v.string() }),
  /** An operator reset the password. Send the code from the email to `reset-password`. */
  v.object({ challenge: v.literal('reset_password') }),
])
export type SignInResponse = v.InferOutput<typeof SignInResponse>

const ChallengeSession = v.pipe(v.string(), v.nonEmpty('must not be empty'), maxCharacters(LONGEST_CHALLENGE))

/** Common fields of the session endpoints. Their responses do not reveal whether an address has an account. */
const session = {
  method: 'POST',
  access: 'public',
  audience: 'browsers',
} as const

export const signUp = endpoint({
  ...session,
  path: '/dashboard-api/session/sign-up/',
  body: v.object({ email: Email }),
})

export const signIn = endpoint({
  ...session,
  path: '/dashboard-api/session/sign-in/',
  body: v.object({ email: Email, password: Password }),
  response: SignInResponse,
})

export const chooseNewPassword = endpoint({
  ...session,
  path: '/dashboard-api/session/new-password/',
  body: v.object({
    email: Email,
    session: ChallengeSession,
    password: NewPassword,
  }),
  response: SignInResponse,
})

export const refreshSession = endpoint({
  ...session,
  path: '/dashboard-api/session/refresh/',
  body: None,
  response: SessionToken,
})

export const signOut = endpoint({
  ...session,
  path: '/dashboard-api/session/sign-out/',
  body: None,
})

export const forgotPassword = endpoint({
  ...session,
  path: '/dashboard-api/session/forgot-password/',
  body: v.object({ email: Email }),
})

export const resetPassword = endpoint({
  ...session,
  path: '/dashboard-api/session/reset-password/',
  body: v.object({ email: Email, code: Code, password: NewPassword }),
})

export const OrganizationSummary = v.object({ id: Uuid, name: v.string(), isPersonal: v.boolean() })

/** An invitation of the signed-in user that they have not accepted or declined. */
export const Invitation = v.object({
  id: Uuid,
  organizationId: Uuid,
  organizationName: v.string(),
  role: RoleName,
  invitedBy: v.pipe(v.string(), v.description('The name or the email address of the member who sent the invitation.')),
  expiresAt: DateTime,
})
export type Invitation = v.InferOutput<typeof Invitation>

/** An agent of another organisation that is shared with the signed-in user, who has not accepted or declined. */
export const PendingShare = v.object({
  agentId: Uuid,
  agentName: v.string(),
  organizationName: v.string(),
  sharedBy: v.pipe(v.string(), v.description("The email address of the member who shared it, or `''`.")),
  expiresAt: DateTime,
})
export type PendingShare = v.InferOutput<typeof PendingShare>

/** The signed-in user, and the organisation of this request. */
export const Me = v.object({
  user: v.object({
    id: Uuid,
    email: v.string(),
    name: v.string(),
    phoneNumber: v.pipe(v.nullable(v.string()), v.description('Digits without plus.')),
  }),
  organization: OrganizationSummary,
  role: v.pipe(RoleName, v.description('The role of the user in `organization`.')),
  organizations: v.array(OrganizationSummary),
  invitations: v.array(Invitation),
  shares: v.array(PendingShare),
  groups: v.array(v.string()),
  operatorAccess: v.pipe(
    v.picklist(['none', 'granted', 'mfa_required']),
    v.description('Whether this session has operator access. `mfa_required`: sign in with a code first.'),
  ),
  /** The base URL of the API for clients, without a trailing slash. */
  apiBaseUrl: v.string(),
})
export type Me = v.InferOutput<typeof Me>

export const getMe = endpoint({
  method: 'GET',
  path: '/dashboard-api/v1/me/',
  audience: 'browsers',
  response: Me,
})

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
