import { objectsOf, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'
import { invalidParameter, notAuthorized } from './cognito-errors.ts'
import type { StoredUser } from './pool-store.ts'
import { STANDARD_ATTRIBUTES, type UserPoolClient, type UserPoolSettings } from './user-pools.ts'

/** Attributes that only the pool or an administrator can set. */
const SYSTEM_ATTRIBUTES = new Set(['sub', 'email_verified', 'phone_number_verified'])

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const LONGEST_USERNAME = 128

export function requiredText(input: JsonObject, name: string): string {
  const value = textOf(input[name])
  if (!value || (name === 'Username' && value.length > LONGEST_USERNAME)) {
    const member = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
    throw invalidParameter(`1 validation error detected: Value at '${member}' failed to satisfy constraint`)
  }
  return value
}

/** Converts a list of `{Name, Value}` to a record. @throws ServiceError for an unknown attribute. */
export function attributesOf(list: Json | undefined, settings: UserPoolSettings): Record<string, string> {
  const pairs = objectsOf(list).map(({ Name, Value }) => [textOf(Name) ?? '', textOf(Value) ?? ''] as const)
  const unknown = pairs.find(([name]) => !STANDARD_ATTRIBUTES.has(name) && !settings.customAttributes.includes(name))
  if (unknown) {
    throw invalidParameter(
      `Attributes did not conform to the schema: Type for attribute {${unknown[0]}} could not be determined`,
    )
  }
  return Object.fromEntries(pairs)
}

/** @throws ServiceError if users of this client cannot set one of these attributes. */
export function requireWritable(attributes: Readonly<Record<string, string>>, client: UserPoolClient): void {
  const { writeAttributes } = client
  const mayWrite = (name: string) =>
    !SYSTEM_ATTRIBUTES.has(name) && (writeAttributes === undefined || writeAttributes.includes(name))
  if (!Object.keys(attributes).every(mayWrite)) {
    throw notAuthorized('A client attempted to write unauthorized attribute')
  }
}

/** Returns a username and attributes as stored. An email address as username is also an attribute. */
export function namesOf(
  username: string,
  attributes: Readonly<Record<string, string>>,
  settings: UserPoolSettings,
): Readonly<Record<string, string>> {
  if (settings.emailIsUsername && !EMAIL.test(username)) throw invalidParameter('Username should be an email.')
  const all = settings.emailIsUsername ? { ...attributes, email: attributes.email ?? username } : attributes
  if (all.email !== undefined && !EMAIL.test(all.email)) throw invalidParameter('Invalid email address format.')
  const missing = settings.requiredAttributes.find((name) => name !== 'sub' && !all[name])
  if (missing) {
    throw invalidParameter(`Attributes did not conform to the schema: ${missing}: The attribute is required`)
  }
  return all
}

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
