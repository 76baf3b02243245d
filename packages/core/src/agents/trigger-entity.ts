import { Entity, key } from '../platform/table/entity.ts'
import { table } from '../platform/table/table.ts'

/** The agent of an outbound trigger. Access: by the trigger's id, which its URL contains. Deleted with the trigger. */
export const TriggerEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'trigger', version: '1' },
    attributes: {
      id: { type: 'string', required: true, readOnly: true },
      organizationId: { type: 'string', required: true, readOnly: true },
      agentId: { type: 'string', required: true, readOnly: true },
    },
    indexes: {
      byId: {
        pk: key('pk', 'trigger#${id}'),
        sk: key('sk', 'trigger'),
      },
    },
  },
  table,
)
