import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The head of an agent: what lists, counters and versions need. What it is made of is `AgentBodyEntity`, in the same
 * partition. Access: by id within its organisation; all of an organisation, newest first. Kept until deleted.
 */
export const AgentEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agent', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      /** Raised with each change of the body; a change is refused when another one came first. */
      version: { type: 'number', required: true },
      /** About how many bytes the agent takes in an answer. */
      size: { type: 'number', required: true },
      /** How many users it is shared with. */
      shares: { type: 'number' },
      /** How often it was connected to a number, so that a deletion notices a connection that is made meanwhile. */
      connections: { type: 'number' },
      /** What it did before its counts had an item of their own (`AgentCountEntity`). */
      totalMessages: { type: 'number' },
      totalSessions: { type: 'number' },
      credits: { type: 'number' },
      createdAt: { type: 'number', required: true, readOnly: true, padding: { length: 13, char: '0' } },
    },
    indexes: {
      byId: {
        pk: key('pk', 'agent#${organizationId}#${id}'),
        sk: key('sk', 'agent'),
      },
      byOrganization: {
        index: 'gsi1',
        pk: key('gsi1pk', 'o#${organizationId}#agents'),
        sk: key('gsi1sk', '${createdAt}#${id}'),
      },
    },
  },
  table,
)
export type AgentItem = EntityItem<typeof AgentEntity>
