import type { Origin } from '../../platform/caller.ts'
import { logError } from '../../platform/log/log.ts'
import type { Identity } from '../users/identity.ts'
import type { UserItem } from '../users/user-entity.ts'
import { SessionEntity, sessionExpiry } from './session-entity.ts'

/** Records a sign-in or a refresh in the list of sessions. A failed write is logged: it must not prevent a sign-in. */
export async function noteSession(
  { id: userId }: Pick<UserItem, 'id'>,
  { sessionId, authTime }: Identity,
  { sourceIp, userAgent }: Origin,
  now: number,
): Promise<void> {
  if (sessionId === '') return
  const startedAt = authTime * 1000
  const origin = { ...(sourceIp && { sourceIp }), ...(userAgent && { userAgent }) }
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
export async function noteSessionEnd(userId: string, sessionId: string, now: number): Promise<void> {
  try {
    await SessionEntity.patch({ userId, sessionId }).set({ endedAt: now }).go({ returnOnConditionCheckFailure: true })
  } catch (error) {
    logError('session.end_not_noted', error, { userId })
  }
}
