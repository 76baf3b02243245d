import type { EntityItem } from 'electrodb'
import { Entity, key } from '../platform/table/entity.ts'
import { table } from '../platform/table/table.ts'

/**
 * Permission for a user of another organisation to see an agent. Access: all of an agent, in the agent's partition; all
 * of a user, or one of a user by the agent's id. Kept until it is revoked or the agent deleted.
 */
export const AgentShareEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agentShare', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      agentId: { type: 'string', required: true, readOnly: true },
      userId: { type: 'string', required: true, readOnly: true },
      /** The email address or the number (digits with plus) that the owner entered. Absent in earlier releases. */
      sharedWith: { type: 'string' },
      createdAt: { type: 'number', required: true, readOnly: true },
    },
    indexes: {
      byAgent: {
        pk: key('pk', 'agent#${organizationId}#${agentId}'),
        sk: key('sk', 'share#${userId}'),
      },
      byUser: {
        index: 'gsi1',
        pk: key('gsi1pk', 'u#${userId}#agents'),
        sk: key('gsi1sk', '${agentId}'),
      },
    },
  },
  table,
)
export type AgentShareItem = EntityItem<typeof AgentShareEntity>
