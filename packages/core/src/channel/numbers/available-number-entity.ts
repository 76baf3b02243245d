import type { EntityItem } from 'electrodb'
import { entity, key } from '../../platform/table/entity.ts'

/** Numbers for organisations to add, in one small partition. Access: all; by digits. Removed when added. */
export const AvailableNumberEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'availableNumber', version: '1' },
  attributes: {
    id: { type: 'string', required: true, readOnly: true },
    /** Digits without plus. */
    phoneNumber: { type: 'string', required: true, readOnly: true },
    /** The length of the country's calling code at the start of the number. */
    callingCodeDigits: { type: 'number', required: true, readOnly: true },
    /** The account that the number is being added to. */
    accountId: { type: 'string' },
    claimedAt: { type: 'number' },
    /** Encrypted, purpose `provider-token`, for the account's organisation: the PIN to register the number with. */
    pin: { type: 'string' },
    addedAt: { type: 'number', required: true, readOnly: true },
  },
  indexes: {
    byNumber: { pk: key('pk', 'available-numbers'), sk: key('sk', '${phoneNumber}') },
  },
}))
export type AvailableNumberItem = EntityItem<typeof AvailableNumberEntity>
