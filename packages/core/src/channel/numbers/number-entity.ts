import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * A business number. Its partition is the provider's phone number id and has the number and its subscriptions
 * (`NumberSubscriptionEntity`), so that one query returns its organisation, routing and webhooks. Access: by the
 * provider's id; all of an organisation by `NumberOwnershipEntity`. Stored while it is connected.
 */
export const NumberEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'number', version: '1' },
    attributes: {
      phoneNumberId: { type: 'string', required: true, readOnly: true },
      /** Our own id, new at each connection: a number that moves to another organisation has no history. */
      id: { type: 'string', required: true, readOnly: true },
      organizationId: { type: 'string', required: true, readOnly: true },
      /** Digits without plus. */
      number: { type: 'string', required: true, readOnly: true },
      /** Absent on the sandbox number, which belongs to no account. */
      accountId: { type: 'string' },
      sandbox: { type: 'boolean', required: true, readOnly: true },
      defaultRouting: { type: ['agent', 'webhook'] as const },
      defaultWebhookId: { type: 'string' },
      /** The connected agent. */
      agentId: { type: 'string' },
      /** Incremented when a change of routing also applies to existing conversations (`sessionInForce`). */
      epoch: { type: 'number' },
      /** The agent of the existing conversations, set when `epoch` is incremented; absent if they have no agent. */
      epochAgentId: { type: 'string' },
      /** The webhooks that receive events of its outbound messages. Here, so that a message without any costs no read. */
      reportTo: { type: 'set', items: 'string' },
      /** Encrypted, purpose `provider-token`: the PIN of the registration, if this service registered the number. */
      pin: { type: 'string' },
      /** Milliseconds since the epoch. Older provider messages belong to the previous owner of the number. */
      connectedAt: { type: 'number', required: true, readOnly: true },
    },
    indexes: {
      byPhoneNumberId: {
        collection: 'listeners',
        pk: key('pk', 'n#${phoneNumberId}'),
        sk: key('sk', 'number'),
      },
    },
  },
  table,
)
export type NumberItem = EntityItem<typeof NumberEntity>
