import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { objectAt } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { invalidParameter, notAuthorized, refused, userNotFound, wrongPassword } from './cognito-errors.ts'
import { type Action, type CognitoContext, clientOf, findUser, requireFlow, type UserPool, update } from './context.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { passwordFault } from './password-policy.ts'
import type { StoredSession, StoredUser } from './pool-store.ts'
import { issueTokens } from './tokens.ts'
import { attributesOf, requiredText, requireWritable } from './user-input.ts'
import type { UserPoolClient } from './user-pools.ts'

/** How long a challenge waits for its answer. */
const CHALLENGE_MILLISECONDS = 3 * 60_000

const REFRESH_FLOWS = new Set(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN'])

/** How a user gets tokens. */
export const SIGN_IN_ACTIONS: Readonly<Record<string, Action>> = {
  InitiateAuth(input, context) {
    const { pool, client } = clientOf(input, context)
    const flow = requiredText(input, 'AuthFlow')
    const parameters = objectAt(input, 'AuthParameters')
    if (REFRESH_FLOWS.has(flow)) {
      requireFlow(client, 'REFRESH_TOKEN_AUTH')
      return refresh(pool, client, requiredText(parameters, 'REFRESH_TOKEN'), context)
    }
    requireFlow(client, flow)
    if (flow !== 'USER_PASSWORD_AUTH') throw invalidParameter(`${flow} is not hosted`)
    return signIn(pool, client, parameters, context)
  },

  async RespondToAuthChallenge(input, context) {
    const { pool, client } = clientOf(input, context)
    const name = requiredText(input, 'ChallengeName')
    if (name !== 'NEW_PASSWORD_REQUIRED') throw invalidParameter(`The challenge ${name} is not hosted`)
    const session = requiredText(input, 'Session')
    const challenge = context.challenges.get(session)
    const user = challenge && pool.store.user(challenge.username)
    if (!user || challenge.clientId !== client.id || challenge.expiresAt <= context.now()) {
      throw notAuthorized('Invalid session for the user, session is expired.')
    }
    const responses = objectAt(input, 'ChallengeResponses')
    if (findUser(pool, requiredText(responses, 'USERNAME'))?.username !== user.username) {
      throw notAuthorized('Invalid session for the user.')
    }
    const password = requiredText(responses, 'NEW_PASSWORD')
    const fault = passwordFault(password, pool.settings.passwordPolicy)
    if (fault) throw refused('InvalidPasswordException', fault)
    const given = attributesGiven(pool, responses)
    requireWritable(given, client)
    if (given.email !== undefined) throw invalidParameter('Cannot modify an already provided email')
    const passwordHash = await hashPassword(password)
    if (!context.challenges.delete(session)) throw notAuthorized('Invalid session for the user.')
    const attributes = { ...user.attributes, ...given }
    const change = { status: 'CONFIRMED', passwordHash, temporaryPasswordUntil: undefined, attributes } as const
    return startSession(pool, client, update(pool, user, change, context.now()), context)
  },
}

async function signIn(
  pool: UserPool,
  client: UserPoolClient,
  parameters: JsonObject,
  context: CognitoContext,
): Promise<JsonObject> {
  const { attempts, now } = context
  const user = findUser(pool, requiredText(parameters, 'USERNAME'))
  if (user && attempts.isLocked(user.sub, now())) throw notAuthorized('Password attempts exceeded')
  const matches = await passwordMatches(requiredText(parameters, 'PASSWORD'), user?.passwordHash)
  if (!user) throw client.hidesUsers ? wrongPassword() : userNotFound()
  if (user.status === 'RESET_REQUIRED') {
    throw refused('PasswordResetRequiredException', 'Password reset required for the user')
  }
  if (!matches) {
    attempts.failed(user.sub, now())
    throw wrongPassword()
  }
  attempts.succeeded(user.sub)
  if (user.status === 'UNCONFIRMED') throw refused('UserNotConfirmedException', 'User is not confirmed.')
  if (user.status === 'CONFIRMED') return startSession(pool, client, user, context)
  if ((user.temporaryPasswordUntil ?? Number.POSITIVE_INFINITY) <= now()) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.')
  }
  return askForPassword(user, client, context)
}

function askForPassword(user: StoredUser, client: UserPoolClient, { challenges, now }: CognitoContext): JsonObject {
  for (const [session, { expiresAt }] of challenges) if (expiresAt <= now()) challenges.delete(session)
  const Session = randomBytes(64).toString('base64url')
  challenges.set(Session, {
    username: user.username,
    clientId: client.id,
    expiresAt: now() + CHALLENGE_MILLISECONDS,
  })
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(user.attributes),
    },
  }
}

/** Attributes in the answer to a challenge are called `userAttributes.<name>`. */
function attributesGiven({ settings }: UserPool, responses: JsonObject): Record<string, string> {
  const given = Object.entries(responses).flatMap(([key, Value]) =>
    key.startsWith('userAttributes.') ? [{ Name: key.slice('userAttributes.'.length), Value }] : [],
  )
  return attributesOf(given, settings)
}

async function startSession(
  pool: UserPool,
  client: UserPoolClient,
  user: StoredUser,
  { now }: CognitoContext,
): Promise<JsonObject> {
  const at = now()
  const issuedAt = Math.floor(at / 1000)
  const RefreshToken = randomBytes(96).toString('base64url')
  const session: StoredSession = {
    id: randomUUID(),
    tokenHash: hashToken(RefreshToken),
    username: user.username,
    clientId: client.id,
    authTime: issuedAt,
    expiresAt: at + client.refreshTokenSeconds * 1000,
    revoked: false,
  }
  pool.store.putSession(session, at)
  const tokens = await issueTokens(pool.key, { pool: pool.settings, client, user, session, issuedAt })
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken, TokenType: 'Bearer' } }
}

async function refresh(
  pool: UserPool,
  client: UserPoolClient,
  token: string,
  { now }: CognitoContext,
): Promise<JsonObject> {
  const session = pool.store.sessionOf(hashToken(token))
  const user = session && pool.store.user(session.username)
  if (!user || session.clientId !== client.id) throw notAuthorized('Invalid Refresh Token')
  if (session.revoked) throw notAuthorized('Refresh Token has been revoked')
  if (session.expiresAt <= now()) throw notAuthorized('Refresh Token has expired')
  const issuedAt = Math.floor(now() / 1000)
  const tokens = await issueTokens(pool.key, { pool: pool.settings, client, user, session, issuedAt })
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, TokenType: 'Bearer' } }
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
