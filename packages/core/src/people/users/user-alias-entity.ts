import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The user of an email address, a phone number or an account. Each alias is unique, because its item can be created
 * only once; that of a phone number belongs to the user who proved it last. Access: by `email:<address in lower case>`,
 * `phone:<digits>` or `sub:<subject of the user pool>`. Kept as long as the user.
 */
export const UserAliasEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'userAlias', version: '1' },
    attributes: {
      alias: { type: 'string', required: true, readOnly: true },
      userId: { type: 'string', required: true },
      /**
       * When the user, or an operator, proved a phone number. Absent for other aliases, and for numbers that users only
       * entered in earlier releases.
       */
      provedAt: { type: 'number' },
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

/** Returns the alias of an email address, which is case-insensitive. */
export function emailAlias(email: string): string {
  return `email:${email.toLowerCase()}`
}

/** Returns the alias of a phone number: digits without plus. */
export function phoneAlias(phoneNumber: string): string {
  return `phone:${phoneNumber}`
}

/** Returns the alias of an account: the `sub` of its tokens, which is unique in the pool. */
export function subjectAlias(subject: string): string {
  return `sub:${subject}`
}
