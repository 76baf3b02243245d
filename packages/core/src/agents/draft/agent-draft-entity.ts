import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { formatAttribute, table } from '../../platform/table/table.ts'

/**
 * The fields of an agent that are edited but not published, in the agent's partition. Its sort key is outside the range that
 * a turn reads (`findRecentAgent`). Access: by the agent's id. Kept until it is published or deleted.
 */
export const AgentDraftEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agentDraft', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      /** Increases with each change. A change is conditional on it. */
      version: { type: 'number', required: true },
      /** The fields of the draft as JSON, without secrets. */
      settings: { type: 'string', required: true },
      format: formatAttribute,
      /** The encrypted secrets of these fields, as in `AgentBodyEntity`. */
      secrets: { type: 'list', items: { type: 'string' }, required: true },
    },
    indexes: {
      byAgent: {
        pk: key('pk', 'agent#${organizationId}#${id}'),
        sk: key('sk', 'draft'),
      },
    },
  },
  table,
)
export type AgentDraftItem = EntityItem<typeof AgentDraftEntity>
