import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The counts of an agent, in its partition. They are apart from the head, which is in an index, so that a turn writes no index. The head of
 * an older agent has counts of its own, which are added (`withCounts`). Access: by the agent's id. Kept as long as the agent.
 */
export const AgentCountEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agentCount', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      /** Messages that it sent, and sessions that it was the first to answer. */
      totalMessages: { type: 'number' },
      totalSessions: { type: 'number' },
      /** Credits that its tools cost. */
      credits: { type: 'number' },
    },
    indexes: {
      byId: {
        pk: key('pk', 'agent#${organizationId}#${id}'),
        sk: key('sk', 'count'),
      },
    },
  },
  table,
)
export type AgentCountItem = EntityItem<typeof AgentCountEntity>
