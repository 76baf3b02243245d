import { listGroup, listPoolUsers } from '../users/pool-users.ts'
import { subjectAlias, UserAliasEntity } from '../users/user-alias-entity.ts'
import { UserEntity } from '../users/user-entity.ts'

/** A user with an account in the user pool. */
export interface UserFacts {
  readonly email: string
  /** Cognito's status; `FORCE_CHANGE_PASSWORD` until the first sign-in. */
  readonly status: string
  readonly isOperator: boolean
  readonly createdAt: number
  /** Null until the first sign-in, or until the user is added to an organisation. */
  readonly id: string | null
  readonly organizationIds: readonly string[]
}

/** Lists all users with an account. For operators. */
export async function listUsers(): Promise<UserFacts[]> {
  const [accounts, operators] = await Promise.all([listPoolUsers(), listGroup('operators')])
  const { data: aliases } = await UserAliasEntity.get(
    accounts.map(({ subject }) => ({ alias: subjectAlias(subject) })),
  ).go()
  const { data: users } = await UserEntity.get(aliases.map(({ userId }) => ({ id: userId }))).go()
  const userIds = new Map(aliases.map(({ alias, userId }) => [alias, userId]))
  const byId = new Map(users.map((user) => [user.id, user]))
  return accounts
    .map(({ subject, ...account }) => {
      const user = byId.get(userIds.get(subjectAlias(subject)) ?? '')
      return {
        ...account,
        isOperator: operators.has(subject),
        id: user?.id ?? null,
        organizationIds: user?.organizationIds ?? [],
      }
    })
    .toSorted((a, b) => a.createdAt - b.createdAt)
}
