import { findUser } from './find-user.ts'
import { revokeTokens } from './pool-users.ts'
import { UserEntity } from './user-entity.ts'

/**
 * Ends all sessions of the account with an address. Tokens of sign-ins before `now` are rejected within 15 seconds, and
 * all refresh tokens are revoked.
 */
export async function signOutEverywhere(email: string, now: number): Promise<void> {
  await endSessions(email, now)
  await revokeTokens(email)
}

/** Invalidates tokens of sign-ins before `now`. */
export async function endSessions(email: string, now: number): Promise<void> {
  const user = await findUser({ email })
  if (user) await UserEntity.patch({ id: user.id }).set({ signedOutAt: now }).go()
}
