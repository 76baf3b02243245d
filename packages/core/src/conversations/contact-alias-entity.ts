import { Entity } from 'electrodb'
import { table } from '../table.ts'

/**
 * Which conversation a customer's business-scoped user id leads to, for customers that share no phone number.
 * Access: by our id of the number and the user id. Kept as long as the conversation.
 */
export const ContactAliasEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'contactAlias', version: '1' },
    attributes: {
      numberId: { type: 'string', required: true, readOnly: true },
      userId: { type: 'string', required: true, readOnly: true },
      conversationId: { type: 'string', required: true },
    },
    indexes: {
      byUser: {
        pk: { field: 'pk', composite: ['numberId', 'userId'], template: 'alias#${numberId}#${userId}', casing: 'none' },
        sk: { field: 'sk', composite: [], template: 'alias', casing: 'none' },
      },
    },
  },
  table,
)
