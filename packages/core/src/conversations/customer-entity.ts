import { Entity, key } from '../platform/table/entity.ts'
import { table } from '../platform/table/table.ts'

/**
 * What is stored of a customer beside their conversations: whether they refuse marketing. Absent for most customers.
 * Access: by organisation and customer. Stored until the customer is erased.
 */
export const CustomerEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'customer', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** The phone number (digits), or `user:` and the provider's user id. */
      customer: { type: 'string', required: true, readOnly: true },
      optedOut: { type: 'boolean', required: true },
      /** The time of the request or the provider's event that set `optedOut`, or when the message was received, in milliseconds. */
      optedOutAt: { type: 'number', required: true },
    },
    indexes: {
      byCustomer: {
        pk: key('pk', 'customer#${organizationId}#${customer}'),
        sk: key('sk', 'customer'),
      },
    },
  },
  table,
)
