import type { Resource } from '../resource.ts'
import { cognitoError } from './cognito-errors.ts'
import { type Action, namedUser, poolOf, type UserPool, update } from './context.ts'
import { requiredText } from './user-input.ts'
import { describeUser } from './user-output.ts'

export const GROUP_ACTIONS: Readonly<Record<string, Action>> = {
  AdminAddUserToGroup(input, context) {
    const pool = poolOf(input, context)
    const user = namedUser(input, pool)
    const { physicalId } = groupOf(pool, requiredText(input, 'GroupName'))
    if (!user.groups.includes(physicalId)) {
      update(pool, user, { groups: [...user.groups, physicalId] }, context.now())
    }
    return {}
  },

  AdminRemoveUserFromGroup(input, context) {
    const pool = poolOf(input, context)
    const user = namedUser(input, pool)
    const { physicalId } = groupOf(pool, requiredText(input, 'GroupName'))
    update(pool, user, { groups: user.groups.filter((name) => name !== physicalId) }, context.now())
    return {}
  },

  ListUsersInGroup(input, context) {
    const pool = poolOf(input, context)
    const { physicalId } = groupOf(pool, requiredText(input, 'GroupName'))
    const members = pool.store.users().filter(({ groups }) => groups.includes(physicalId))
    return { Users: members.map((user) => describeUser(user, 'Attributes')) }
  },
}

function groupOf({ settings }: UserPool, name: string): Resource {
  const group = settings.groups.find(({ physicalId }) => physicalId === name)
  if (!group) throw cognitoError('ResourceNotFoundException', 'Group not found.')
  return group
}
