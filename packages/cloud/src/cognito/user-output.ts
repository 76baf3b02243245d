import type { JsonObject } from '../resource.ts'
import type { StoredUser } from './pool-store.ts'

/** Describes a user as Cognito does. `attributes` is the name of the attribute list in the action's output. */
export function describeUser(user: StoredUser, attributes: 'Attributes' | 'UserAttributes'): JsonObject {
  return {
    Username: user.username,
    [attributes]: attributeList(user),
    UserCreateDate: user.createdAt / 1000,
    UserLastModifiedDate: user.modifiedAt / 1000,
    Enabled: true,
    UserStatus: user.status,
  }
}

/** Returns `{Name, Value}` of each attribute, including `sub`. */
export function attributeList({ sub, attributes }: StoredUser): readonly JsonObject[] {
  return Object.entries({ ...attributes, sub }).map(([Name, Value]) => ({ Name, Value }))
}

/** Describes where a code was sent, with a masked address: `j***@e***`. */
export function delivery(email: string): JsonObject {
  const [name = '', domain = ''] = email.split('@')
  return {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: `${name.charAt(0)}***@${domain.charAt(0)}***`,
  }
}
