import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

/**
 * Where the messages of a conversation are that was joined with another one of the same customer. Access: by the
 * conversation's id. Stored as long as messages.
 */
export const MovedConversationEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'movedConversation', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    to: { type: 'string', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byId: { pk: key('pk', 'moved#${organizationId}#${id}'), sk: key('sk', 'moved') },
  },
}))

/** Returns the id of the conversation that continues another one: itself, unless it was joined with one. */
export async function currentConversationId(organizationId: string, id: string): Promise<string> {
  const { data } = await MovedConversationEntity.get({ organizationId, id }).go({ consistent: true })
  return data?.to ?? id
}
