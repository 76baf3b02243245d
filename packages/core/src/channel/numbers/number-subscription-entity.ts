import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The subscription of a webhook to `message.received` of a number. Access: all of a number, together with the number
 * (`NumberEntity`). Removed with the webhook's subscription or the number.
 */
export const NumberSubscriptionEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'numberSubscription', version: '1' },
    attributes: {
      phoneNumberId: { type: 'string', required: true, readOnly: true },
      webhookId: { type: 'string', required: true, readOnly: true },
      organizationId: { type: 'string', required: true, readOnly: true },
    },
    indexes: {
      byPhoneNumberId: {
        collection: 'listeners',
        pk: key('pk', 'n#${phoneNumberId}'),
        sk: key('sk', 'subscription#${webhookId}'),
      },
    },
  },
  table,
)
