import type { EntityItem } from 'electrodb'
import { Entity, key } from '../platform/table/entity.ts'
import { table } from '../platform/table/table.ts'

/**
 * The counters of an agent, in its partition. They are not on the head, which is in an index, so that a turn does not
 * write to the index. The head of an older agent has counters too, which are added (`withCounts`). Access: by the
 * agent's id. Kept as long as the agent.
 */
export const AgentCountEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agentCount', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      /** Messages that it sent, and sessions that it answered first. */
      totalMessages: { type: 'number' },
      totalSessions: { type: 'number' },
      /** Credits used by its tools. */
      credits: { type: 'number' },
      /** Tokens that its models read and wrote. */
      inputTokens: { type: 'number' },
      outputTokens: { type: 'number' },
      /** The read tokens that came from a cache. */
      cachedTokens: { type: 'number' },
      /** Their price in millionths of a USD, as far as it is known. */
      microUsd: { type: 'number' },
      /** Turns in which it took part and descriptions of its sessions, and the seconds of voice messages that were transcribed for it. */
      turns: { type: 'number' },
      voiceSeconds: { type: 'number' },
      /** The month (`YYYY-MM`) for which turns are counted now, and the counters at its start (`openMonth`). */
      month: { type: 'string' },
      /** The month and the agent's limit about which members were mailed last. */
      warnedFor: { type: 'string' },
      monthStart: {
        type: 'map',
        properties: {
          turns: { type: 'number' },
          inputTokens: { type: 'number' },
          outputTokens: { type: 'number' },
          cachedTokens: { type: 'number' },
          voiceSeconds: { type: 'number' },
          microUsd: { type: 'number' },
        },
      },
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
