import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * Which user an email address, a phone number or a sign-in belongs to: one each, because its item can be created only once.
 * Access: by `email:<address in lower case>`, `phone:<digits>` or `sub:<subject of the user pool>`. Kept as long as the user.
 */
export const UserAliasEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'userAlias', version: '1' },
    attributes: {
      alias: { type: 'string', required: true, readOnly: true },
      userId: { type: 'string', required: true },
    },
    indexes: {
      byAlias: {
        pk: key('pk', 'ua#${alias}'),
        sk: key('sk', 'userAlias'),
      },
    },
  },
  table,
)

/** The alias of an email address; case does not matter. */
export function emailAlias(email: string): string {
  return `email:${email.toLowerCase()}`
}

/** The alias of a phone number, digits without plus. */
export function phoneAlias(phoneNumber: string): string {
  return `phone:${phoneNumber}`
}

/** The alias of somebody who signs in: `sub` of their tokens, which no other user of the pool ever has. */
export function subjectAlias(subject: string): string {
  return `sub:${subject}`
}
