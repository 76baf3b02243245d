import { Entity, key } from '../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../platform/table/table.ts'
import { conversationPartition } from './conversation-partition.ts'

/**
 * When to check whether the messages of a conversation have expired (`expire-conversations.ts`). DynamoDB deletes it
 * then, and the table's stream tells the worker. So an active conversation costs one write per retention period, not
 * one per message. Access: none; in the partition of the conversation.
 */
export const ConversationExpiryEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'conversationExpiry', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      conversationId: { type: 'string', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byId: {
        pk: conversationPartition,
        sk: key('sk', 'expiry'),
      },
    },
  },
  table,
)
