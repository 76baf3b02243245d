import { entity, key } from '../platform/table/entity.ts'

/** The agent of an outbound trigger. Access: by the trigger's id, which its URL contains. Deleted with the trigger. */
export const TriggerEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'trigger', version: '1' },
  attributes: {
    id: { type: 'string', required: true, readOnly: true },
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: key('pk', 'trigger#${id}'), sk: key('sk', 'trigger') },
  },
}))
