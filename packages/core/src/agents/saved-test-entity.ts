import type { EntityItem } from 'electrodb'
import { entity, key } from '../platform/table/entity.ts'
import { formatAttribute } from '../platform/table/table.ts'

/** A test that is saved with an agent. Its id derives from its name. Access: all of an agent. Kept as long as the agent. */
export const SavedTestEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'savedTest', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    /** `AgentTest` as JSON. */
    test: { type: 'string', required: true },
    format: formatAttribute,
  },
  indexes: {
    byAgent: { pk: key('pk', 'tests#${organizationId}#${agentId}'), sk: key('sk', '${id}') },
  },
}))
export type SavedTestItem = EntityItem<typeof SavedTestEntity>
