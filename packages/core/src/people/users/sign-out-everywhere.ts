import { findUser } from './find-user.ts'
import { revokeTokens } from './pool-users.ts'
import { UserEntity } from './user-entity.ts'

/** Rejects tokens of sign-ins before `now` within 15 seconds, and revokes all refresh tokens of the account. */
export async function signOutEverywhere(email: string, now: number): Promise<void> {
  await endSessions(email, now)
  await revokeTokens(email)
}

/** Invalidates tokens of sign-ins before `now`. */
export async function endSessions(email: string, now: number): Promise<void> {
  const user = await findUser({ email })
  if (user) await UserEntity.patch({ id: user.id }).set({ signedOutAt: now, endedSessions: [] }).go()
}
