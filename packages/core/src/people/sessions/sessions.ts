import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { AuditAction } from '@replywright/contract/audit.ts'
import type { UserSession } from '@replywright/contract/dashboard/profile.ts'
import type { Me } from '@replywright/contract/dashboard/session.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { type Change, recordEvents } from '../../platform/audit/audit-log.ts'
import { type Clock, expiryAfter, isLive, isoTime } from '../../platform/clock.ts'
import { notFound, RateLimitError, ServiceError } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { listPage, type PageItems } from '../../platform/paging/page.ts'
import { type Caller, type Origin, placeOf } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { type Identity, isSignedOut } from '../users/identity.ts'
import { UserEntity, type UserItem } from '../users/user-entity.ts'
import { addPoolUser, findUser, isUsed, signOutEverywhere } from '../users/users.ts'
import { rejectSession } from './ended-sessions.ts'
import { callerErrorOf, faultOf, userPool, wrongCode } from './user-pool.ts'

/** Equal to the validity of a refresh token in the user pool. */
const SESSION_DAYS = 30

/**
 * A sign-in to the dashboard, because the user pool cannot list them. Access: all of a user. Kept for 30 days after the
 * sign-in, the maximum duration of a session.
 */
export const SessionEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'session', version: '1' },
  attributes: {
    userId: { type: 'string', required: true, readOnly: true },
    /** The `origin_jti` of all its tokens. */
    sessionId: { type: 'string', required: true, readOnly: true },
    startedAt: { type: 'number', required: true },
    lastUsedAt: { type: 'number', required: true },
    userAgent: { type: 'string' },
    sourceIp: { type: 'string' },
    forwardedFor: { type: 'string' },
    endedAt: { type: 'number' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byUser: { pk: key('pk', 'us#${userId}'), sk: key('sk', '${sessionId}') },
  },
}))
type SessionItem = EntityItem<typeof SessionEntity>

/** Returns the Unix seconds at which a session that started at `start` has expired. */
function sessionExpiry(start: EpochMs): number {
  return expiryAfter(start, SESSION_DAYS)
}

/** Returns a page of the caller's open sessions, each page with the last used first. */
export async function listSessions(
  caller: Caller,
  page: { readonly limit: number; readonly cursor?: string | undefined },
  now: EpochMs,
): Promise<{ results: UserSession[]; nextCursor: string | null }> {
  const { items, nextCursor } = await openSessions(caller.userId, page, now)
  const results = items
    .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
    .map(({ sessionId, startedAt, lastUsedAt, userAgent, sourceIp, forwardedFor }) => ({
      id: sessionId,
      startedAt: isoTime(startedAt),
      lastUsedAt: isoTime(lastUsedAt),
      userAgent: userAgent ?? '',
      sourceIp: sourceIp ?? '',
      forwardedFor: forwardedFor ?? null,
      isCurrent: sessionId === caller.sessionId,
    }))
  return { results, nextCursor }
}

/**
 * Ends one session of the caller: its tokens are rejected within 15 seconds, and it gets no new ones. Idempotent.
 * @throws ServiceError 404 for an unknown session, 409 if 100 of the user's sessions were ended and have not expired
 */
export async function endSession({ userId }: Caller, sessionId: string, now: EpochMs): Promise<undefined> {
  const { data: session } =
    sessionId === '' ? { data: null } : await SessionEntity.get({ userId, sessionId }).go({ consistent: true })
  if (!session) throw notFound('session')
  if (!(await rejectSession(userId, { id: sessionId, until: session.expiresAt }, now)))
    throw new ServiceError('conflict', 'Too many sessions were ended one by one. Sign out everywhere.')
  await noteSessionEnd(userId, sessionId, now)
  return undefined
}

async function openSessions(
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
  now: EpochMs,
): Promise<PageItems<SessionItem>> {
  const [{ items, nextCursor }, { data: user }] = await Promise.all([
    listPage({ offset: 0, ...page }, ({ limit, cursor }) =>
      SessionEntity.query.byUser({ userId }).go({ limit, cursor }),
    ),
    UserEntity.get({ id: userId }).go(),
  ])
  const open = items.filter(
    (session) =>
      session.endedAt === undefined &&
      isLive(session, now) &&
      !isSignedOut({ sessionId: session.sessionId, authTime: Math.floor(session.startedAt / 1000) }, user ?? {}),
  )
  return { items: open, nextCursor }
}

/** Records a sign-in or a refresh in the list of sessions. A failed write is logged: it must not prevent a sign-in. */
export async function noteSession(
  { id: userId }: Pick<UserItem, 'id'>,
  { sessionId, authTime }: Identity,
  { sourceIp, forwardedFor, userAgent }: Origin,
  now: EpochMs,
): Promise<void> {
  if (sessionId === '') return
  const startedAt = authTime * 1000
  const origin = {
    ...(sourceIp && { sourceIp }),
    ...(forwardedFor && { forwardedFor }),
    ...(userAgent && { userAgent }),
  }
  try {
    await SessionEntity.upsert({
      userId,
      sessionId,
      startedAt,
      lastUsedAt: now,
      ...origin,
      expiresAt: sessionExpiry(startedAt),
    }).go()
  } catch (error) {
    logError('session.not_noted', error, { userId })
  }
}

/** Removes a session from the list. A failed write is logged: the session has ended. */
export async function noteSessionEnd(userId: string, sessionId: string, now: EpochMs): Promise<void> {
  try {
    await SessionEntity.patch({ userId, sessionId }).set({ endedAt: now }).go({ returnOnConditionCheckFailure: true })
  } catch (error) {
    logError('session.end_not_noted', error, { userId })
  }
}

/** Returns whether the caller's session has operator access. */
export async function operatorAccess({ groups, sessionId = '' }: Caller): Promise<Me['operatorAccess']> {
  if (!groups.includes('operators')) return 'none'
  if (!settings.REQUIRE_OPERATOR_MFA || (await beganWithMfa(sessionId))) return 'granted'
  return 'mfa_required'
}

/** Throws 403 if the caller is not an operator, or signed in without a required code. */
export async function requireOperator(caller: Caller): Promise<void> {
  const access = await operatorAccess(caller)
  if (access === 'none')
    throw new ServiceError(
      'permission_denied',
      'You do not have operator access. Ask an operator to add you to the group operators.',
    )
  if (access === 'mfa_required')
    throw new ServiceError(
      'permission_denied',
      'Operators need two-factor authentication. Turn it on under Security in the dashboard, then sign in with a code.',
    )
}

/**
 * A session that started with a code of an authenticator app. Tokens of the user pool do not contain this information.
 * Access: by the session's id, the `origin_jti` of all its tokens. Kept for 30 days, the maximum duration of a session.
 */
const MfaSessionEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'mfaSession', version: '1' },
  attributes: {
    sessionId: { type: 'string', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    bySession: { pk: key('pk', 's#${sessionId}'), sk: key('sk', 'mfaSession') },
  },
}))

/** Records that a session started with a code. */
export async function noteMfa(sessionId: string, now: EpochMs): Promise<void> {
  await MfaSessionEntity.put({ sessionId, expiresAt: sessionExpiry(now) }).go()
}

/** Returns whether a session started with a code. `''` means no session. */
async function beganWithMfa(sessionId: string): Promise<boolean> {
  if (sessionId === '') return false
  const { data } = await MfaSessionEntity.get({ sessionId }).go({ consistent: true })
  return data !== null
}

const WRONG_CODE = [
  'CodeMismatchException',
  'ExpiredCodeException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotConfirmedException',
  'UserNotFoundException',
]
/** The address has no account, or the account is not confirmed or has only a temporary password. */
const NOTHING_TO_SEND = [
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotConfirmedException',
  'UserNotFoundException',
]

/** Sends a code for a password reset by email, if the address has an account. */
export async function forgotPassword(email: string): Promise<void> {
  try {
    await userPool.send(new ForgotPasswordCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Username: email }))
  } catch (error) {
    const callerError = callerErrorOf(error)
    if (callerError !== error || !NOTHING_TO_SEND.includes(faultOf(error))) throw callerError
  }
}

/** Sets a password, then ends all sessions. @throws ServiceError 400 for an invalid code or password */
export async function resetPassword(
  input: { readonly email: string; readonly code: string; readonly password: string },
  origin: Origin,
  clock: Clock,
): Promise<void> {
  try {
    await userPool.send(
      new ConfirmForgotPasswordCommand({
        ClientId: settings.USER_POOL_CLIENT_ID,
        Username: input.email,
        ConfirmationCode: input.code,
        Password: input.password,
      }),
    )
  } catch (error) {
    const callerError = callerErrorOf(error)
    throw callerError === error && WRONG_CODE.includes(faultOf(error)) ? wrongCode() : callerError
  }
  await Promise.all([signOutEverywhere(input.email, clock), recordReset(input.email, origin)])
}

/** Records the new password, which an entry that cannot be written must not keep from ending the sessions. */
async function recordReset(email: string, origin: Origin): Promise<void> {
  const user = await findUser({ email })
  if (user) await recordEvents(signInChanges(user, 'reset_password', origin))
}

/**
 * Creates an account and sends its temporary password to the email address, so that only the owner can sign in and
 * change it. Sends another email if the account was never used. The owner of a used account gets a code to reset the
 * password instead, in a mail that says that the account exists. The response is the same in all cases.
 * @throws ServiceError 403 if only operators can create accounts
 */
export async function signUp(email: string, now: EpochMs): Promise<void> {
  if (!settings.SELF_SIGN_UP)
    throw new ServiceError('permission_denied', 'Sign-up is disabled. Ask an operator of the service for an account.')
  try {
    await addPoolUser({ email }, now)
    if (await isUsed(email)) await forgotPassword(email)
  } catch (error) {
    // Cognito limits the mails of an account. The response must not reveal that there is one.
    if (error instanceof RateLimitError) return
    throw callerErrorOf(error)
  }
}

/** Returns the audit entries of a sign-in or a change of its settings: one for each organisation of the user. */
export function signInChanges(
  { id: userId, email, organizationIds }: UserItem,
  action: AuditAction,
  origin: Origin,
): Change[] {
  const change = { userId, email, action, object: 'sign_in' as const, objectId: userId, objectName: email }
  return organizationIds.map((organizationId) => ({ organizationId, ...change, ...placeOf(origin) }))
}
