import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { entity, key } from '../../platform/table/entity.ts'

/**
 * A business number. Its partition is the provider's phone number id and has the number and its subscriptions
 * (`NumberSubscriptionEntity`), so that one query returns its organisation, routing and webhooks. Access: by the
 * provider's id; all of an organisation by `NumberOwnershipEntity`. Stored while it is connected.
 */
export const NumberEntity = /* @__PURE__ */ entity(() => ({
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
    /** When `epoch` was incremented last. Requests for a person before it have ended. */
    epochAt: { type: 'number' },
    /** The agent of the existing conversations, set when `epoch` is incremented; absent if they have no agent. */
    epochAgentId: { type: 'string' },
    /** The webhooks that receive events of its outbound messages. Here, so that a message without any costs no read. */
    reportTo: { type: 'set', items: 'string' },
    /** Encrypted, purpose `provider-token`: the PIN of the registration, if this service registered the number. */
    pin: { type: 'string' },
    /** What the channel reported about it, as JSON (`health.ts`), and how often it was changed. Absent before the first notice. */
    health: { type: 'string' },
    healthRevision: { type: 'number' },
    /** Whether the owner's phone shared contacts (`PhoneContactEntity`). */
    hasPhoneContacts: { type: 'boolean' },
    /** Older provider messages belong to the previous owner of the number. */
    connectedAt: { type: 'number', required: true, readOnly: true },
  },
  indexes: {
    byPhoneNumberId: { collection: 'listeners', pk: key('pk', 'n#${phoneNumberId}'), sk: key('sk', 'number') },
  },
}))
/** A number; `disconnectedAt` is set on one that has left the organisation. */
export type NumberItem = EntityItem<typeof NumberEntity> & { readonly disconnectedAt?: EpochMs }

/**
 * The subscription of a webhook to `message.received` of a number. Access: all of a number, together with the number
 * (`NumberEntity`). Removed with the webhook's subscription or the number.
 */
export const NumberSubscriptionEntity = /* @__PURE__ */ entity(() => ({
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
}))

/**
 * The ownership of a number, in the organisation's partition, so that its numbers can be read strongly. Written in the
 * transaction that creates the number. Access: all of an organisation; by digits. Stored as long as the number.
 */
export const NumberOwnershipEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'numberOwnership', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** Digits without plus. */
    number: { type: 'string', required: true, readOnly: true },
    phoneNumberId: { type: 'string', required: true, readOnly: true },
  },
  indexes: {
    byOrganization: { pk: key('pk', 'o#${organizationId}'), sk: key('sk', 'number#${number}#${phoneNumberId}') },
  },
}))
