import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { None, Uuid } from '../fields.ts'

const LONGEST_EMAIL = 254
/** Shortest password; the user pool is told it too. */
export const SHORTEST_PASSWORD = 12
/** Cognito's own limit. */
const LONGEST_PASSWORD = 256
const LONGEST_CODE = 64
const LONGEST_CHALLENGE = 2048

/** An email address; case does not matter. */
export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.email('must be an email address'),
  v.maxLength(LONGEST_EMAIL, `must be at most ${LONGEST_EMAIL} characters`),
  v.toLowerCase(),
)

/** A password that is to be set. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(SHORTEST_PASSWORD, `must be at least ${SHORTEST_PASSWORD} characters`),
  v.maxLength(LONGEST_PASSWORD, `must be at most ${LONGEST_PASSWORD} characters`),
)

/** A password as it is typed to sign in; what is wrong with it nobody is told. */
export const Password = v.pipe(
  v.string(),
  v.nonEmpty('must not be empty'),
  v.maxLength(LONGEST_PASSWORD, `must be at most ${LONGEST_PASSWORD} characters`),
)

/** A code that came by mail, or that an authenticator app shows. */
export const Code = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(LONGEST_CODE, `must be at most ${LONGEST_CODE} characters`),
)

/**
 * What proves who calls the dashboard's API: `Authorization: Bearer <idToken>`, for `expiresIn` seconds. With it comes a cookie,
 * which only the session endpoints see, for the next one.
 */
export const SessionToken = v.object({ idToken: v.string(), expiresIn: v.pipe(v.number(), v.integer()) })
export type SessionToken = v.InferOutput<typeof SessionToken>

/** A token, or what has to be done before there is one. */
export const SignInAnswer = v.union([
  SessionToken,
  /** The password came by mail. Its owner chooses their own, with `session` (some minutes). */
  v.object({ challenge: v.literal('new_password'), session: v.string() }),
  /** The account has two-factor authentication: `mfa/answer` takes the code of the authenticator app, with `session`. */
  v.object({ challenge: v.literal('mfa'), session: v.string() }),
  /** An operator reset the password: `reset-password` with the code that came by mail. */
  v.object({ challenge: v.literal('reset_password') }),
])
export type SignInAnswer = v.InferOutput<typeof SignInAnswer>

/** What a challenge was returned with. */
export const ChallengeSession = v.pipe(v.string(), v.nonEmpty(), v.maxLength(LONGEST_CHALLENGE))

/** None of these tells whether an address has an account: neither by status nor by body. */
export const session = {
  method: 'POST',
  tag: 'Session',
  access: 'public',
  audience: 'browsers',
} as const

export const signUp = endpoint({
  ...session,
  path: '/dashboard-api/session/sign-up/',
  summary: 'Ask for an account; a temporary password comes by mail',
  description:
    'The account has no other password until whoever reads the mail signs in and chooses one. Asking again sends another mail, at most one a minute.',
  body: v.object({ email: Email }),
  errors: [400, 403],
})

export const signIn = endpoint({
  ...session,
  path: '/dashboard-api/session/sign-in/',
  summary: 'Sign in',
  body: v.object({ email: Email, password: Password }),
  response: SignInAnswer,
  errors: [400, 401, 403],
})

export const chooseNewPassword = endpoint({
  ...session,
  path: '/dashboard-api/session/new-password/',
  summary: 'Answer the challenge new_password',
  body: v.object({
    email: Email,
    session: ChallengeSession,
    password: NewPassword,
  }),
  response: SignInAnswer,
  errors: [400, 401, 403],
})

export const refreshSession = endpoint({
  ...session,
  path: '/dashboard-api/session/refresh/',
  summary: 'Get the next token for the cookie',
  body: None,
  response: SessionToken,
  errors: [401, 403],
})

export const signOut = endpoint({
  ...session,
  path: '/dashboard-api/session/sign-out/',
  summary: 'End the session',
  description:
    'No further token is given for the cookie, wherever it is used; tokens that were given end by themselves.',
  body: None,
})

export const forgotPassword = endpoint({
  ...session,
  path: '/dashboard-api/session/forgot-password/',
  summary: 'Ask for a code with which to choose a new password',
  body: v.object({ email: Email }),
  errors: [400],
})

export const resetPassword = endpoint({
  ...session,
  path: '/dashboard-api/session/reset-password/',
  summary: 'Choose a new password with the code that came by mail',
  description: 'Ends all sessions of the account.',
  body: v.object({ email: Email, code: Code, password: NewPassword }),
  errors: [400],
})

const OrganizationSummary = v.object({ id: Uuid, name: v.string(), isPersonal: v.boolean() })

/** Who is signed in, and for which of their organisations this request was. */
export const Me = v.object({
  user: v.object({ id: Uuid, email: v.string() }),
  organization: OrganizationSummary,
  organizations: v.array(OrganizationSummary),
  groups: v.array(v.string()),
  operatorAccess: v.pipe(
    v.picklist(['none', 'granted', 'mfa_required']),
    v.description('Whether this session may use the pages for operators. `mfa_required`: sign in with a code first.'),
  ),
  /** Where API clients find the API, without a slash at the end. */
  apiBaseUrl: v.string(),
})
export type Me = v.InferOutput<typeof Me>

export const getMe = endpoint({
  method: 'GET',
  path: '/dashboard-api/v1/me/',
  tag: 'Session',
  summary: 'Who is signed in',
  audience: 'browsers',
  response: Me,
})
