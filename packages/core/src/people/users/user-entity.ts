import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/** Access: by id; by email or phone by `UserAliasEntity`. No expiry: API keys and webhooks belong to users. */
export const UserEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'user', version: '1' },
    attributes: {
      id: { type: 'string', required: true, readOnly: true },
      /** In lower case. */
      email: { type: 'string', required: true },
      /** The `sub` of their tokens; absent until the first sign-in. */
      subject: { type: 'string' },
      name: { type: 'string' },
      /** As the user entered it; the number's alias says whether it was proved. Digits without plus. */
      phoneNumber: { type: 'string' },
      organizationIds: { type: 'list', items: { type: 'string' }, required: true },
      /** The time at which all sessions were ended. Earlier sign-ins are invalid. */
      signedOutAt: { type: 'number' },
      /** Ids of sessions that were ended one by one, at most `MOST_ENDED_SESSIONS`. */
      endedSessions: { type: 'list', items: { type: 'string' } },
      /** Present from the invitation until the first sign-in. */
      invitedAt: { type: 'number' },
      createdAt: { type: 'number', required: true, readOnly: true },
    },
    indexes: {
      byId: {
        pk: key('pk', 'u#${id}'),
        sk: key('sk', 'user'),
      },
    },
  },
  table,
)
export type UserItem = EntityItem<typeof UserEntity>
