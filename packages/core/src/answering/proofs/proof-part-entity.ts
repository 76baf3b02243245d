import { ProvedConversation } from '@replywright/contract/proofs.ts'
import { conversationPartition } from '../../conversations/conversation-entity.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { expiresAtAttribute, formatAttribute } from '../../platform/table/table.ts'

/** The result of a conversation of a proof, in the partition of that conversation: whoever erases the customer erases it. */
export const ProofPartEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'proofPart', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    proofId: { type: 'string', required: true, readOnly: true },
    /** `ProvedConversation` as JSON. */
    result: { type: 'string', required: true, readOnly: true },
    format: formatAttribute,
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byConversation: { pk: conversationPartition, sk: key('sk', 'proof#${proofId}') },
  },
}))

export const storedResult = storedJson('a conversation of a proof', ProvedConversation)
