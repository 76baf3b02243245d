import { Entity, key } from '../table/entity.ts'
import { table } from '../table/table.ts'

/** An organisation's own retention in days. Access: by organisation. No expiry: it is a setting. */
export const RetentionEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'retention', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** Each is absent if that of the deployment applies. */
      messageDays: { type: 'number' },
      deliveryDays: { type: 'number' },
    },
    indexes: {
      byOrganization: {
        pk: key('pk', 'o#${organizationId}'),
        sk: key('sk', 'retention'),
      },
    },
  },
  table,
)
