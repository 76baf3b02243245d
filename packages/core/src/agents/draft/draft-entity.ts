import type { EntityItem } from 'electrodb'
import { entity, key } from '../../platform/table/entity.ts'
import { sealedAttributes } from '../agent-entity.ts'

/**
 * The fields of an agent that are edited but not published, in the agent's partition. Its sort key is outside the range that
 * a turn reads (`findRecentAgent`). Access: by the agent's id. Kept until it is published or deleted.
 */
export const AgentDraftEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'agentDraft', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    /** The time of the change, or one more than before. A change is conditional on it, and it never repeats. */
    version: { type: 'number', required: true },
    /** The fields of the draft as JSON, without secrets. */
    settings: { type: 'string', required: true },
    ...sealedAttributes,
  },
  indexes: {
    byAgent: { pk: key('pk', 'agent#${organizationId}#${id}'), sk: key('sk', 'draft') },
  },
}))
export type AgentDraftItem = EntityItem<typeof AgentDraftEntity>
