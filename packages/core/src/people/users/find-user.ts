import { emailAlias, phoneAlias, UserAliasEntity } from './user-alias-entity.ts'
import { UserEntity, type UserItem } from './user-entity.ts'

/** The search key of a user: one of both fields. */
interface UserQuery {
  readonly email?: string
  /** A number that the user proved. Digits without plus. */
  readonly userPhoneNumber?: string
}

/** Returns the user with an email address or a proved phone number, or null. */
export async function findUser({ email, userPhoneNumber = '' }: UserQuery): Promise<UserItem | null> {
  const alias = email === undefined ? phoneAlias(userPhoneNumber) : emailAlias(email)
  const { data: found } = await UserAliasEntity.get({ alias }).go()
  if (!found || (email === undefined && found.provedAt === undefined)) return null
  const { data: user } = await UserEntity.get({ id: found.userId }).go()
  return user
}
