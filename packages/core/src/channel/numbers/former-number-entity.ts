import { entity, key } from '../../platform/table/entity.ts'

/**
 * A number that has left the organisation: its conversations stay readable, and keep their customers if the organisation
 * connects it again. Written in the transaction that disconnects the number. Access: all of an organisation; by the
 * provider's id. Stored as long as the organisation.
 */
export const FormerNumberEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'formerNumber', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    phoneNumberId: { type: 'string', required: true, readOnly: true },
    /** Our own id. The organisation's next connection of the number has it, too. */
    id: { type: 'string', required: true },
    /** Digits without plus. */
    number: { type: 'string', required: true },
    accountId: { type: 'string' },
    sandbox: { type: 'boolean', required: true },
    /** One more than at the number, so that the sessions of its conversations have ended. */
    epoch: { type: 'number', required: true },
    epochAt: { type: 'number', required: true },
    connectedAt: { type: 'number', required: true },
    disconnectedAt: { type: 'number', required: true },
  },
  indexes: {
    byOrganization: { pk: key('pk', 'o#${organizationId}'), sk: key('sk', 'former-number#${phoneNumberId}') },
  },
}))
