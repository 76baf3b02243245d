import {
  NumberEntity,
  type NumberItem,
  NumberOwnershipEntity,
} from '@replywright/core/channel/numbers/number-entity.ts'

/** A number of the organisation `o` in tests that use the table in memory. */
export const NUMBER = {
  organizationId: 'o',
  id: 'n',
  phoneNumberId: '1',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
} as const

/** Stores a number and who owns it. */
export async function connectNumber(number: NumberItem = NUMBER): Promise<void> {
  await NumberEntity.put(number).go()
  await NumberOwnershipEntity.put(number).go()
}
