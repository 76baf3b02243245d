import type { ProfileChange } from '@messaging/contract/dashboard/profile.ts'
import { createWriteTransaction } from 'electrodb'
import { notFound } from '../../platform/errors.ts'
import { CONFLICT_TRIES, retryConflict } from '../../platform/table/retry-conflict.ts'
import { transact } from '../../platform/table/transact.ts'
import { findPhoneAlias, PROFILE_CONFLICT } from '../phone-proof/proof.ts'
import { UserAliasEntity } from './user-alias-entity.ts'
import { UserEntity } from './user-entity.ts'

/**
 * Changes the name or the phone number of a user; omitted fields are unchanged, null removes the number. A new number
 * is not proved, and the previous one no longer is. Several users can enter the same number.
 */
export async function updateProfile(userId: string, { name, phoneNumber }: ProfileChange): Promise<void> {
  await retryConflict(CONFLICT_TRIES, PROFILE_CONFLICT, async () => {
    const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
    if (!user) throw notFound('user', 'account that you signed in with')
    const before = user.phoneNumber
    const after = phoneNumber === undefined ? before : (phoneNumber ?? undefined)
    const released = before !== undefined && before !== after ? await findPhoneAlias(before) : null
    const removed = [...(name === '' ? (['name'] as const) : []), ...(after ? [] : (['phoneNumber'] as const))]
    const transaction = createWriteTransaction(
      { users: UserEntity, aliases: UserAliasEntity },
      ({ users, aliases }) => [
        users
          .patch({ id: userId })
          .set({ ...(name && { name }), ...(after && { phoneNumber: after }) })
          .remove(removed)
          .where(({ phoneNumber: stored }, { eq, notExists }) => (before ? eq(stored, before) : notExists(stored)))
          .commit(),
        ...(released?.userId === userId
          ? [
              aliases
                .delete({ alias: released.alias })
                .where((alias, { eq }) => eq(alias.userId, userId))
                .commit(),
            ]
          : []),
      ],
    )
    return (await transact(() => transaction.go())) ? true : undefined
  })
}
