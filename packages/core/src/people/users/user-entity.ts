import type { EntityItem } from 'electrodb'
import { entity, key } from '../../platform/table/entity.ts'

/** Access: by id; by email by `UserAliasEntity`. No expiry: API keys and webhooks belong to users. */
export const UserEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'user', version: '1' },
  attributes: {
    id: { type: 'string', required: true, readOnly: true },
    /** In lower case. */
    email: { type: 'string', required: true },
    /** The `sub` of their tokens; absent until the first sign-in. */
    subject: { type: 'string' },
    name: { type: 'string' },
    /** As the user entered it. Digits without plus. */
    phoneNumber: { type: 'string' },
    organizationIds: { type: 'list', items: { type: 'string' }, required: true },
    /** The time at which all sessions were ended. Earlier sign-ins are invalid. */
    signedOutAt: { type: 'number' },
    /** Sessions that were ended one by one and may have tokens that have not expired, at most `MOST_ENDED_SESSIONS`. */
    endedSessions: {
      type: 'list',
      items: {
        type: 'map',
        properties: { id: { type: 'string', required: true }, until: { type: 'number', required: true } },
      },
    },
    /** Present from the invitation until the first sign-in. */
    invitedAt: { type: 'number' },
    createdAt: { type: 'number', required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: key('pk', 'u#${id}'), sk: key('sk', 'user') },
  },
}))
export type UserItem = EntityItem<typeof UserEntity>

/**
 * The user of an email address or an account. Each alias is unique, because its item can be created only once. Access: by
 * `email:<address in lower case>` or `sub:<subject of the user pool>`. Kept as long as the user.
 */
export const UserAliasEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'userAlias', version: '1' },
  attributes: {
    alias: { type: 'string', required: true, readOnly: true },
    userId: { type: 'string', required: true },
  },
  indexes: {
    byAlias: { pk: key('pk', 'ua#${alias}'), sk: key('sk', 'userAlias') },
  },
}))

/** Returns the alias of an email address, which is case-insensitive. */
export function emailAlias(email: string): string {
  return `email:${email.toLowerCase()}`
}

/** Returns the alias of an account: the `sub` of its tokens, which is unique in the pool. */
export function subjectAlias(subject: string): string {
  return `sub:${subject}`
}
