import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** The approximate number of requests of a user in one minute. Access: by user and minute. Kept for an hour. */
export const UserRequestsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'userRequests', version: '1' },
    attributes: {
      userId: { type: 'string', required: true, readOnly: true },
      /** Minutes since the epoch. */
      minute: { type: 'number', required: true, readOnly: true },
      count: { type: 'number' },
      expiresAt: expiresAtAttribute,
    },
    indexes: {
      byMinute: {
        pk: key('pk', 'requests#${userId}#${minute}'),
        sk: key('sk', 'requests'),
      },
    },
  },
  table,
)
