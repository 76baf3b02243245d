import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { formatAttribute, table } from '../../platform/table/table.ts'

/**
 * What an agent is made of, whole and of one version: it is written in one piece, together with its head (`AgentEntity`).
 * Access: by the agent's id within its organisation. Kept as long as the agent.
 */
export const AgentBodyEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agentBody', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      version: { type: 'number', required: true },
      /** `AgentSettings` as JSON (`storedSettings`), secrets left out. */
      settings: { type: 'string', required: true },
      format: formatAttribute,
      /** The secrets (`sealJson`), purpose `agent-secret`. */
      secrets: { type: 'list', items: { type: 'string' }, required: true },
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
