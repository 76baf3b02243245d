import { subjectAlias, UserAliasEntity } from './user-alias-entity.ts'
import { UserEntity, type UserItem } from './user-entity.ts'

/** Returns the user with a subject of the user pool, or null before the first sign-in. Reads consistently. */
export async function findBySubject(subject: string): Promise<UserItem | null> {
  const { data: found } = await UserAliasEntity.get({ alias: subjectAlias(subject) }).go({ consistent: true })
  if (!found) return null
  const { data: user } = await UserEntity.get({ id: found.userId }).go({ consistent: true })
  return user
}
