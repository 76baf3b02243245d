import { setTimeout } from 'node:timers/promises'
import { findUser } from './find-user.ts'
import { revokeTokens } from './pool-users.ts'
import { UserEntity } from './user-entity.ts'

/** Rejects tokens of sign-ins until `now` within 15 seconds, and revokes all refresh tokens of the account. */
export async function signOutEverywhere(email: string, now: number): Promise<void> {
  await Promise.all([endSessions(email, now), revokeTokens(email)])
}

/**
 * Invalidates tokens of sign-ins until `now`, and of those in the same second. Returns in the next second, so that the
 * user can sign in at once.
 */
export async function endSessions(email: string, now: number): Promise<void> {
  const user = await findUser({ email })
  if (!user) return
  await UserEntity.patch({ id: user.id }).set({ signedOutAt: now, endedSessions: [] }).go()
  await setTimeout(1000 - (now % 1000))
}
