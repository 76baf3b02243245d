import type { EntityItem } from 'electrodb'
import { Entity, key } from '../platform/table/entity.ts'
import { formatAttribute, table } from '../platform/table/table.ts'

/**
 * The settings of one version of an agent. They are written together with the head (`AgentEntity`). Access: by the
 * agent's id within its organisation. Kept as long as the agent.
 */
export const AgentBodyEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agentBody', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      version: { type: 'number', required: true },
      /** `AgentSettings` as JSON (`storedSettings`), without secrets. */
      settings: { type: 'string', required: true },
      format: formatAttribute,
      /** The encrypted secrets (`sealJson`), purpose `agent-secret`. */
      secrets: { type: 'list', items: { type: 'string' }, required: true },
      /** Who created this version, and when. Absent if it is unknown. */
      changedAt: { type: 'number' },
      changedBy: { type: 'string' },
      changedWith: { type: ['user', 'apiKey'] as const },
    },
    indexes: {
      byId: {
        pk: key('pk', 'agent#${organizationId}#${id}'),
        sk: key('sk', 'body'),
      },
    },
  },
  table,
)
export type AgentBodyItem = EntityItem<typeof AgentBodyEntity>
