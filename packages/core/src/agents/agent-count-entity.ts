import type { EntityItem } from 'electrodb'
import { Entity } from '../entity.ts'
import { table } from '../table.ts'

/**
 * What an agent has done, in its partition: apart from the head, which is in an index and changes with the settings. What an
 * agent did before this item was there its head says (`withCounts`). Access: by the agent's id. Kept as long as the agent.
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
        pk: {
          field: 'pk',
          composite: ['organizationId', 'id'],
          template: 'agent#${organizationId}#${id}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'count', casing: 'none' },
      },
    },
  },
  table,
)
export type AgentCountItem = EntityItem<typeof AgentCountEntity>
