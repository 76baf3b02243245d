import { createWriteTransaction } from 'electrodb'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { CONFLICT_TRIES, retryConflict } from '../../platform/table/retry-conflict.ts'
import { transact } from '../../platform/table/transact.ts'
import { phoneAlias, UserAliasEntity } from '../users/user-alias-entity.ts'
import { UserEntity } from '../users/user-entity.ts'

export const PROFILE_CONFLICT = 'The profile was changed concurrently. Try again.'

/** Returns the user of a phone number's alias, and whether the user proved the number. Reads consistently. */
export async function findPhoneAlias(phoneNumber: string) {
  const { data } = await UserAliasEntity.get({ alias: phoneAlias(phoneNumber) }).go({ consistent: true })
  return data
}

/** Returns whether a user proved a phone number. */
export async function isProvedBy(userId: string, phoneNumber: string): Promise<boolean> {
  const alias = await findPhoneAlias(phoneNumber)
  return alias?.userId === userId && alias.provedAt !== undefined
}

/**
 * Prevents that an operator's mistake takes a number away. @throws ServiceError 409 if another user proved the number
 */
export async function assertNotProvedByOther(userId: string, phoneNumber: string): Promise<void> {
  const alias = await findPhoneAlias(phoneNumber)
  if (alias?.provedAt !== undefined && alias.userId !== userId)
    throw new ServiceError('conflict', 'phoneNumber: belongs to another user, who proved it.')
}

/**
 * Records that a user proved a phone number, and makes it the number of the profile. Another user who proved it earlier
 * keeps it in the profile, no longer proved. Returns false if `mustBeCurrent` and the profile has another number.
 */
export async function proveNumber(
  userId: string,
  phoneNumber: string,
  now: number,
  { mustBeCurrent = false }: { readonly mustBeCurrent?: boolean } = {},
): Promise<boolean> {
  return await retryConflict(CONFLICT_TRIES, PROFILE_CONFLICT, async () => {
    const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
    if (!user) throw notFound('user', 'account')
    const before = user.phoneNumber
    if (mustBeCurrent && before !== phoneNumber) return false
    const isReleased =
      before !== undefined && before !== phoneNumber && (await findPhoneAlias(before))?.userId === userId
    const transaction = createWriteTransaction(
      { users: UserEntity, aliases: UserAliasEntity },
      ({ users, aliases }) => [
        users
          .patch({ id: userId })
          .set({ phoneNumber })
          .where(({ phoneNumber: stored }, { eq, notExists }) => (before ? eq(stored, before) : notExists(stored)))
          .commit(),
        aliases.upsert({ alias: phoneAlias(phoneNumber), userId, provedAt: now }).commit(),
        ...(isReleased
          ? [
              aliases
                .delete({ alias: phoneAlias(before) })
                .where(({ userId: owner }, { eq }) => eq(owner, userId))
                .commit(),
            ]
          : []),
      ],
    )
    return (await transact(() => transaction.go())) ? true : undefined
  })
}
