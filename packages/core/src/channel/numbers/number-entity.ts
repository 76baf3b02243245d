import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * A business number. Its partition is the provider's phone number id and holds the number and the webhooks subscribed to it
 * (`NumberSubscriptionEntity`), so that one query answers whose it is, how it is routed and who listens.
 * Access: by the provider's id; all of an organisation by `NumberOwnershipEntity`. Kept while it is connected.
 */
export const NumberEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'number', version: '1' },
    attributes: {
      phoneNumberId: { type: 'string', required: true, readOnly: true },
      /** Our own id, new at each connection: a number that moves to another organisation starts afresh. */
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
      /** Raised when a change of routing shall apply to the conversations that there are (`sessionInForce`). */
      epoch: { type: 'number' },
      /** The agent of those conversations, chosen when `epoch` was raised; absent for nobody. */
      epochAgentId: { type: 'string' },
      /** Encrypted, purpose `provider-token`: the PIN it was registered with, when this service did so. */
      pin: { type: 'string' },
      /** Milliseconds since the epoch; older messages of the provider belong to somebody else. */
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
