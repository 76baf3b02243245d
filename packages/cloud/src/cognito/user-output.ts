import type { JsonObject } from '../resource.ts'
import type { StoredUser } from './pool-store.ts'

/** A user as Cognito describes it; `attributes` is what the action calls the list of them. */
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

/** `{Name, Value}` of each attribute, `sub` among them. */
export function attributeList({ sub, attributes }: StoredUser): readonly JsonObject[] {
  return Object.entries({ ...attributes, sub }).map(([Name, Value]) => ({ Name, Value }))
}

/** Where a code went, as far as its receiver may be told: `j***@e***`. */
export function delivery(email: string): JsonObject {
  const [name = '', domain = ''] = email.split('@')
  return {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: `${name.charAt(0)}***@${domain.charAt(0)}***`,
  }
}
