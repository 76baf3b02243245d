import type { UserSession } from '@replywright/contract/dashboard/profile.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { expiryAfter, isLive, isoTime } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { listPage, type PageItems } from '../../platform/paging/page.ts'
import type { Caller, Origin } from '../../platform/request.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { type Identity, isSignedOut } from '../users/identity.ts'
import { UserEntity, type UserItem } from '../users/user-entity.ts'
import { rejectSession } from './ended-sessions.ts'

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
export function sessionExpiry(start: EpochMs): number {
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
