import { findUser } from './find-user.ts'
import { revokeTokens } from './pool-users.ts'
import { UserEntity } from './user-entity.ts'

/**
 * Ends all sessions of the account with an address: tokens of sign-ins before `now` are refused within 15 seconds, and no
 * refresh token gives another.
 */
export async function signOutEverywhere(email: string, now: number): Promise<void> {
  await endSessions(email, now)
  await revokeTokens(email)
}

/** Refuses tokens of sign-ins before `now`. */
export async function endSessions(email: string, now: number): Promise<void> {
  const user = await findUser({ email })
  if (user) await UserEntity.patch({ id: user.id }).set({ signedOutAt: now }).go()
}
