import type { EntityItem } from 'electrodb'
import { Entity, key } from '../platform/table/entity.ts'
import { table } from '../platform/table/table.ts'

/**
 * The head of an agent: the data for lists and versions. The settings are in `AgentBodyEntity`, in the same partition.
 * Access: by id within its organisation; all of an organisation, newest first. Kept until deleted.
 */
export const AgentEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agent', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      /** Increases with each change of the body. A change is conditional on it. */
      version: { type: 'number', required: true },
      /** Approximate size of the agent in a response, in bytes. */
      size: { type: 'number', required: true },
      /** Number of active tools with a problem (`toolProblem`). Absent in agents of earlier releases until they change. */
      toolProblems: { type: 'number' },
      /** Number of users that it is shared with. */
      shares: { type: 'number' },
      /** Number of connections to a number so far. A deletion uses it to detect a concurrent connection. */
      connections: { type: 'number' },
      /** Counters from before `AgentCountEntity` existed. */
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
