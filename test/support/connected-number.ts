import { NumberEntity, NumberOwnershipEntity } from '@replywright/core/channel/numbers/number-entity.ts'

/** A number of the organisation `o` in tests that use the table in memory. */
export const NUMBER = {
  organizationId: 'o',
  id: 'n',
  phoneNumberId: '1',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
} as const

/** Stores `NUMBER` and who owns it. */
export async function connectNumber(): Promise<void> {
  await NumberEntity.put(NUMBER).go()
  await NumberOwnershipEntity.put(NUMBER).go()
}
