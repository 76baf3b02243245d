import type { ProfileChange } from '@messaging/contract/dashboard/profile.ts'
import { createWriteTransaction } from 'electrodb'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { retryConflict } from '../../platform/table/retry-conflict.ts'
import { transact } from '../../platform/table/transact.ts'
import { phoneAlias, UserAliasEntity } from './user-alias-entity.ts'
import { UserEntity } from './user-entity.ts'

const TRIES = 5

/**
 * Changes the name or the phone number of a user; omitted fields are unchanged, null removes the number. The alias of
 * the number belongs to one user. Agents can be shared with the number.
 * @throws ServiceError 409 if another user has the number
 */
export async function updateProfile(userId: string, { name, phoneNumber }: ProfileChange): Promise<void> {
  await retryConflict(TRIES, 'The profile was changed concurrently. Try again.', async () => {
    const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
    if (!user) throw notFound('user', 'account that you signed in with')
    const before = user.phoneNumber
    const after = phoneNumber === undefined ? before : (phoneNumber ?? undefined)
    if (after !== undefined && after !== before) await assertFree(after)
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
        ...(before !== undefined && before !== after
          ? [
              aliases
                .delete({ alias: phoneAlias(before) })
                .where((alias, { eq, notExists }) => `${notExists(alias.userId)} OR ${eq(alias.userId, userId)}`)
                .commit(),
            ]
          : []),
        ...(after !== undefined && after !== before
          ? [aliases.create({ alias: phoneAlias(after), userId }).commit()]
          : []),
      ],
    )
    return (await transact(() => transaction.go())) ? true : undefined
  })
}

async function assertFree(phoneNumber: string): Promise<void> {
  const { data } = await UserAliasEntity.get({ alias: phoneAlias(phoneNumber) }).go({ consistent: true })
  if (data) throw new ServiceError('conflict', 'phoneNumber: belongs to another user. Each number can have one user.')
}
