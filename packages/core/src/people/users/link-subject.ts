import { createWriteTransaction } from 'electrodb'
import { transact } from '../../platform/table/transact.ts'
import { findBySubject } from './find-by-subject.ts'
import { subjectAlias, UserAliasEntity } from './user-alias-entity.ts'
import { UserEntity, type UserItem } from './user-entity.ts'

/** Links a subject to a user. Returns the subject's user, or null if the user has another subject. */
export async function linkSubject(
  { id, organizationIds }: Pick<UserItem, 'id' | 'organizationIds'>,
  subject: string,
): Promise<UserItem | null> {
  const transaction = createWriteTransaction({ users: UserEntity, aliases: UserAliasEntity }, ({ users, aliases }) => [
    users
      .patch({ id })
      .set({ subject, organizationIds })
      .where(({ subject: current }, { notExists }) => notExists(current))
      .commit(),
    aliases.create({ alias: subjectAlias(subject), userId: id }).commit(),
  ])
  await transact(() => transaction.go())
  return await findBySubject(subject)
}
