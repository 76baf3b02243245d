import { randomBytes } from 'node:crypto'
import { objectAt } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { invalidParameter, notAuthorized, refused, userNotFound, wrongPassword } from './cognito-errors.ts'
import {
  type Action,
  type Challenge,
  type CognitoContext,
  clientOf,
  findUser,
  requireFlow,
  type UserPool,
  update,
} from './context.ts'
import { needsToken, SOFTWARE_TOKEN_MFA, takeToken } from './mfa-actions.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { passwordFault } from './password-policy.ts'
import type { StoredUser } from './pool-store.ts'
import { refresh, startSession } from './start-session.ts'
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

  RespondToAuthChallenge(input, context) {
    const { pool, client } = clientOf(input, context)
    const name = requiredText(input, 'ChallengeName')
    if (name !== 'NEW_PASSWORD_REQUIRED' && name !== SOFTWARE_TOKEN_MFA) {
      throw invalidParameter(`The challenge ${name} is not hosted`)
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
    const answered = { pool, client, user, session, responses }
    return name === SOFTWARE_TOKEN_MFA ? takeCode(answered, context) : takePassword(answered, context)
  },
}

/** A challenge that was answered by its user. */
interface Answered {
  readonly pool: UserPool
  readonly client: UserPoolClient
  readonly user: StoredUser
  readonly session: string
  readonly responses: JsonObject
}

async function takeCode({ pool, client, user, session, responses }: Answered, context: CognitoContext) {
  const known = takeToken(pool, user, requiredText(responses, 'SOFTWARE_TOKEN_MFA_CODE'), context)
  context.challenges.delete(session)
  return await startSession(pool, client, known, context)
}

async function takePassword({ pool, client, user, session, responses }: Answered, context: CognitoContext) {
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
  return await letIn(pool, client, update(pool, user, change, context.now()), context)
}

/** Starts a session for a user with the right password, or asks for the code of their authenticator app. */
async function letIn(pool: UserPool, client: UserPoolClient, user: StoredUser, context: CognitoContext) {
  if (!needsToken(pool, user)) return await startSession(pool, client, user, context)
  return ask(user, client, SOFTWARE_TOKEN_MFA, {}, context)
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
  if (user.status === 'CONFIRMED') return letIn(pool, client, user, context)
  if ((user.temporaryPasswordUntil ?? Number.POSITIVE_INFINITY) <= now()) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.')
  }
  const asked = { requiredAttributes: '[]', userAttributes: JSON.stringify(user.attributes) }
  return ask(user, client, 'NEW_PASSWORD_REQUIRED', asked, context)
}

function ask(
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

/** Attributes in the answer to a challenge are called `userAttributes.<name>`. */
function attributesGiven({ settings }: UserPool, responses: JsonObject): Record<string, string> {
  const given = Object.entries(responses).flatMap(([key, Value]) =>
    key.startsWith('userAttributes.') ? [{ Name: key.slice('userAttributes.'.length), Value }] : [],
  )
  return attributesOf(given, settings)
}
