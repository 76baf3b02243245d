import { Entity, key } from '../platform/table/entity.ts'
import { table } from '../platform/table/table.ts'

/**
 * The conversation of another name of a customer: a business-scoped user id, for customers who share no phone number,
 * or a phone number from which the conversation's id does not derive. Access: by our id of the number and that name.
 * Stored as long as the conversation.
 */
export const ContactAliasEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'contactAlias', version: '1' },
    attributes: {
      numberId: { type: 'string', required: true, readOnly: true },
      contact: { type: 'string', required: true, readOnly: true },
      conversationId: { type: 'string', required: true },
    },
    indexes: {
      byContact: {
        pk: key('pk', 'alias#${numberId}#${contact}'),
        sk: key('sk', 'alias'),
      },
    },
  },
  table,
)
