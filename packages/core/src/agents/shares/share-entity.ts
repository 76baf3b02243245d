import type { EntityItem } from 'electrodb'
import { entity, key } from '../../platform/table/entity.ts'

/**
 * Permission for a user of another organisation to see an agent, which the user accepted. Access: all of an agent, in the agent's partition; all
 * of a user, or one of a user by the agent's id. Kept until it is revoked or the agent deleted.
 */
export const AgentShareEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'agentShare', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    userId: { type: 'string', required: true, readOnly: true },
    /** The email address that the owner entered, in lower case. */
    sharedWith: { type: 'string', required: true },
    createdAt: { type: 'number', required: true, readOnly: true },
  },
  indexes: {
    byAgent: { pk: key('pk', 'agent#${organizationId}#${agentId}'), sk: key('sk', 'share#${userId}') },
    byUser: { index: 'gsi1', pk: key('gsi1pk', 'u#${userId}#agents'), sk: key('gsi1sk', '${agentId}') },
  },
}))
export type AgentShareItem = EntityItem<typeof AgentShareEntity>
