import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * A number that organisations can add to an account of theirs. All are one small partition. Access: all; by digits. Removed
 * when a number was made of it.
 */
export const AvailableNumberEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'availableNumber', version: '1' },
    attributes: {
      id: { type: 'string', required: true, readOnly: true },
      /** Digits without plus. */
      phoneNumber: { type: 'string', required: true, readOnly: true },
      /** How many of its first digits are the country's calling code. */
      callingCodeDigits: { type: 'number', required: true, readOnly: true },
      /** The account that is being given the number. */
      accountId: { type: 'string' },
      /** Milliseconds since the epoch. */
      claimedAt: { type: 'number' },
      /** Encrypted, purpose `provider-token`, for the organisation of the account: the PIN it is registered with. */
      pin: { type: 'string' },
      addedAt: { type: 'number', required: true, readOnly: true },
    },
    indexes: {
      byNumber: {
        pk: key('pk', 'available-numbers'),
        sk: key('sk', '${phoneNumber}'),
      },
    },
  },
  table,
)
export type AvailableNumberItem = EntityItem<typeof AvailableNumberEntity>
