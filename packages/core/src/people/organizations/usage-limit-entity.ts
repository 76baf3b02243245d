import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/** The most that the agents of an organisation may cost in a month. Access: by organisation. No expiry: it is a setting. */
export const UsageLimitEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'usageLimit', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** USD; absent for no limit. */
      limitUsd: { type: 'number' },
      /** The month and the limit about which members were mailed last. */
      warnedFor: { type: 'string' },
    },
    indexes: {
      byOrganization: {
        pk: key('pk', 'o#${organizationId}'),
        sk: key('sk', 'usageLimit'),
      },
    },
  },
  table,
)
