import { outAttribute } from '../platform/outbox/out.ts'
import { entity, key } from '../platform/table/entity.ts'
import { expiresAtAttribute } from '../platform/table/table.ts'
import { conversationPartition } from './conversation-entity.ts'

/**
 * The item that sends the check whether a customer still waits, in the partition of the conversation. A repeat of what begins a wait
 * writes the same item, which sends nothing again. Access: none.
 */
export const WaitCheckEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'waitCheck', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    /** The place of the conversation in the list of those who wait (`waitingEntry`), which tells the wait. */
    waitingAt: { type: 'string', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
    out: { ...outAttribute, required: true, readOnly: true },
  },
  indexes: {
    byWait: { pk: conversationPartition, sk: key('sk', 'wait#${waitingAt}') },
  },
}))
