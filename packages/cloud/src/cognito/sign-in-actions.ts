import { randomBytes } from 'node:crypto'
import { objectAt } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { cognitoError, invalidParameter, notAuthorized, userNotFound, wrongPassword } from './cognito-errors.ts'
import {
  type Action,
  type Challenge,
  type CognitoContext,
  clientOf,
  findUser,
  holderOf,
  requireFlow,
  type UserPool,
  update,
} from './context.ts'
import { consumeCode, describeMfa, needsToken, SOFTWARE_TOKEN_MFA } from './mfa-actions.ts'
import { hashPassword, passwordFault, passwordMatches } from './password-policy.ts'
import type { StoredUser } from './pool-store.ts'
import { hashToken, refresh, startSession } from './sessions.ts'
import { attributeList, attributesOf, requiredText, requireWritable } from './user-input.ts'
import type { UserPoolClient } from './user-pools.ts'

export const SESSION_ACTIONS: Readonly<Record<string, Action>> = {
  async GetUser(input, context) {
    const { user } = await holderOf(input, context)
    return { Username: user.username, UserAttributes: attributeList(user), ...describeMfa(user) }
  },

  async GlobalSignOut(input, context) {
    const { pool, user } = await holderOf(input, context)
    pool.store.revoke(({ username }) => username === user.username)
    return {}
  },

  RevokeToken(input, context) {
    const { pool, client } = clientOf(input, context)
    const token = requiredText(input, 'Token')
    if (!client.revokesTokens) {
      throw cognitoError('UnsupportedOperationException', 'Token revocation is not enabled for this client')
    }
    if (token.split('.').length === 3) throw cognitoError('UnsupportedTokenTypeException', 'Unsupported token type')
    const session = pool.store.sessionOf(hashToken(token))
    if (!session) return {}
    if (session.clientId !== client.id) throw cognitoError('UnauthorizedException', 'Unauthorized')
    pool.store.revoke(({ id }) => id === session.id)
    return {}
  },
}

/** How long a challenge is valid. */
const CHALLENGE_MILLISECONDS = 3 * 60_000

const REFRESH_FLOWS = new Set(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN'])

/** Actions that return tokens. */
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
    if (flow !== 'USER_PASSWORD_AUTH') throw invalidParameter(`${flow} is not supported`)
    return signIn(pool, client, parameters, context)
  },

  RespondToAuthChallenge(input, context) {
    const { pool, client } = clientOf(input, context)
    const name = requiredText(input, 'ChallengeName')
    if (name !== 'NEW_PASSWORD_REQUIRED' && name !== SOFTWARE_TOKEN_MFA) {
      throw invalidParameter(`The challenge ${name} is not supported`)
    }
    const session = requiredText(input, 'Session')
    const challenge = context.challenges.get(session)
    const user = challenge && pool.store.user(challenge.username)
    const isOver = !challenge || challenge.expiresAt <= context.now()
    if (!user || isOver || challenge.clientId !== client.id || challenge.name !== name) {
      throw notAuthorized('Invalid session for the user, session is expired.')
    }
    const responses = objectAt(input, 'ChallengeResponses')
    if (findUser(pool, requiredText(responses, 'USERNAME'))?.username !== user.username) {
      throw notAuthorized('Invalid session for the user.')
    }
    const response = { pool, client, user, session, responses }
    return name === SOFTWARE_TOKEN_MFA ? completeWithCode(response, context) : completeWithPassword(response, context)
  },
}

interface ChallengeResponse {
  readonly pool: UserPool
  readonly client: UserPoolClient
  readonly user: StoredUser
  readonly session: string
  readonly responses: JsonObject
}

async function completeWithCode(
  { pool, client, user, session, responses }: ChallengeResponse,
  context: CognitoContext,
) {
  const known = consumeCode(pool, user, requiredText(responses, 'SOFTWARE_TOKEN_MFA_CODE'), context)
  context.challenges.delete(session)
  return await startSession(pool, client, known, context)
}

async function completeWithPassword(
  { pool, client, user, session, responses }: ChallengeResponse,
  context: CognitoContext,
) {
  const password = requiredText(responses, 'NEW_PASSWORD')
  const fault = passwordFault(password, pool.settings.passwordPolicy)
  if (fault) throw cognitoError('InvalidPasswordException', fault)
  const given = attributesGiven(pool, responses)
  requireWritable(given, client)
  if (given.email !== undefined) throw invalidParameter('Cannot modify an already provided email')
  const passwordHash = await hashPassword(password)
  if (!context.challenges.delete(session)) throw notAuthorized('Invalid session for the user.')
  const attributes = { ...user.attributes, ...given }
  const change = { status: 'CONFIRMED', passwordHash, temporaryPasswordUntil: undefined, attributes } as const
  return await continueSignIn(pool, client, update(pool, user, change, context.now()), context)
}

/** Starts a session for a user with the correct password, or requests the code of the user's authenticator app. */
async function continueSignIn(pool: UserPool, client: UserPoolClient, user: StoredUser, context: CognitoContext) {
  if (!needsToken(pool, user)) return await startSession(pool, client, user, context)
  return issueChallenge(user, client, SOFTWARE_TOKEN_MFA, {}, context)
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
  if (!matches) {
    attempts.failed(user.sub, now())
    throw wrongPassword()
  }
  attempts.succeeded(user.sub)
  if (user.status === 'UNCONFIRMED') throw cognitoError('UserNotConfirmedException', 'User is not confirmed.')
  if (user.status === 'CONFIRMED') return continueSignIn(pool, client, user, context)
  if ((user.temporaryPasswordUntil ?? Number.POSITIVE_INFINITY) <= now()) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.')
  }
  const details = { requiredAttributes: '[]', userAttributes: JSON.stringify(user.attributes) }
  return issueChallenge(user, client, 'NEW_PASSWORD_REQUIRED', details, context)
}

function issueChallenge(
  user: StoredUser,
  client: UserPoolClient,
  name: Challenge['name'],
  parameters: JsonObject,
  { challenges, now }: CognitoContext,
): JsonObject {
  for (const [session, { expiresAt }] of challenges) if (expiresAt <= now()) challenges.delete(session)
  const Session = randomBytes(64).toString('base64url')
  challenges.set(Session, {
    name,
    username: user.username,
    clientId: client.id,
    expiresAt: now() + CHALLENGE_MILLISECONDS,
  })
  return { ChallengeName: name, Session, ChallengeParameters: { USER_ID_FOR_SRP: user.username, ...parameters } }
}

/** Reads the attributes in a challenge response, which are named `userAttributes.<name>`. */
function attributesGiven({ settings }: UserPool, responses: JsonObject): Record<string, string> {
  const given = Object.entries(responses).flatMap(([key, Value]) =>
    key.startsWith('userAttributes.') ? [{ Name: key.slice('userAttributes.'.length), Value }] : [],
  )
  return attributesOf(given, settings)
}
