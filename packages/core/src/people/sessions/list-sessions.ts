import type { UserSession } from '@messaging/contract/dashboard/profile.ts'
import type { Caller } from '../../platform/caller.ts'
import { isLive, isoTime } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { isSignedOut } from '../users/identity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { noteSessionEnd } from './note-session.ts'
import { SessionEntity, type SessionItem } from './session-entity.ts'

/** Limits the size of a user's item. */
const MOST_ENDED_SESSIONS = 100

/** Lists the caller's open sessions, last used first. `now` in milliseconds. */
export async function listSessions(caller: Caller, now: number): Promise<UserSession[]> {
  return (await openSessions(caller.userId, now))
    .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
    .map(({ sessionId, startedAt, lastUsedAt, userAgent, sourceIp }) => ({
      id: sessionId,
      startedAt: isoTime(startedAt),
      lastUsedAt: isoTime(lastUsedAt),
      userAgent: userAgent ?? '',
      sourceIp: sourceIp ?? '',
      isCurrent: sessionId === caller.sessionId,
    }))
}

/**
 * Ends one session of the caller: its tokens are rejected within 15 seconds, and it gets no new ones. Idempotent.
 * @throws ServiceError 404 for an unknown session, 409 after 100 calls
 */
export async function endSession({ userId }: Caller, sessionId: string, now: number): Promise<undefined> {
  const { data: session } =
    sessionId === '' ? { data: null } : await SessionEntity.get({ userId, sessionId }).go({ consistent: true })
  if (!session) throw notFound('session')
  const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
  const ended = user?.endedSessions ?? []
  if (!user) throw notFound('user', 'account that you signed in with')
  if (!ended.includes(sessionId)) {
    if (ended.length >= MOST_ENDED_SESSIONS)
      throw new ServiceError('conflict', 'Too many sessions were ended one by one. Sign out everywhere.')
    await UserEntity.patch({ id: userId })
      .append({ endedSessions: [sessionId] })
      .where(({ endedSessions }, { notContains }) => notContains(endedSessions, sessionId))
      .go({ returnOnConditionCheckFailure: true })
  }
  await noteSessionEnd(userId, sessionId, now)
  return undefined
}

async function openSessions(userId: string, now: number): Promise<SessionItem[]> {
  const [{ data: sessions }, { data: user }] = await Promise.all([
    SessionEntity.query.byUser({ userId }).go({ pages: 'all' }),
    UserEntity.get({ id: userId }).go(),
  ])
  return sessions.filter(
    (session) =>
      session.endedAt === undefined &&
      isLive(session, now) &&
      !isSignedOut({ sessionId: session.sessionId, authTime: Math.floor(session.startedAt / 1000) }, user ?? {}),
  )
}
