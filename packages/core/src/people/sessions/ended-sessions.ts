import type { EpochMs } from '@replywright/contract/time.ts'
import { CONFLICT_TRIES, retryConflict } from '../../platform/table/transact.ts'
import type { EndedSession } from '../users/identity.ts'
import { UserEntity } from '../users/user-entity.ts'

/** Limits the size of a user's item. */
export const MOST_ENDED_SESSIONS = 100

/**
 * Adds a session to the ended ones of a user, without those whose tokens have expired by themselves. `now` in seconds.
 * Returns undefined if there are too many.
 */
export function withEnded(
  ended: readonly EndedSession[],
  session: EndedSession,
  now: EpochMs,
): EndedSession[] | undefined {
  const others = ended.filter(({ id, until }) => id !== session.id && until > now)
  const until = Math.max(session.until, ...ended.filter(({ id }) => id === session.id).map((each) => each.until))
  return others.length < MOST_ENDED_SESSIONS ? [...others, { id: session.id, until }] : undefined
}

/**
 * Rejects the tokens of one session of a user within 15 seconds. Idempotent.
 * @returns false if too many sessions ended, or if the user does not exist
 */
export async function rejectSession(userId: string, session: EndedSession, now: EpochMs): Promise<boolean> {
  return await retryConflict(CONFLICT_TRIES, 'Your sessions were changed concurrently. Try again.', async () => {
    const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
    const before = user?.endedSessions
    const after = user && withEnded(before ?? [], session, now / 1000)
    if (!after) return false
    const { rejected } = await UserEntity.patch({ id: userId })
      .set({ endedSessions: after })
      .where(({ endedSessions }, { eq, notExists }) => (before ? eq(endedSessions, before) : notExists(endedSessions)))
      .go({ returnOnConditionCheckFailure: true })
    return rejected ? undefined : true
  })
}
