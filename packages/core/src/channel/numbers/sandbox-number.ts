import { derivedId } from '../../platform/clock.ts'
import { createNumber, type ListenersToAll } from './create-number.ts'
import type { NumberItem } from './number-entity.ts'

/** No country has this calling code, so that a sandbox number never equals a real one. */
const CALLING_CODE = '888'
const DIGITS = 10

/** The prefix of the `phoneNumberId` of every sandbox number; the provider's ids are digits. */
export const SANDBOX_PHONE_NUMBER_ID = 'sandbox-'

/** Returns the provider's id that the organisation's sandbox number has instead. */
export function sandboxId(organizationId: string): string {
  return `${SANDBOX_PHONE_NUMBER_ID}${organizationId}`
}

/**
 * Creates the organisation's sandbox number: virtual, and unknown to the provider. Its id and digits derive from the
 * organisation, so that a repeated call returns the same number.
 */
export async function createSandboxNumber(
  organizationId: string,
  listenersToAll: ListenersToAll,
  now: number,
): Promise<NumberItem> {
  const id = derivedId('sandbox number', organizationId)
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, '0')
  return await createNumber(
    {
      phoneNumberId: sandboxId(organizationId),
      id,
      organizationId,
      number: `${CALLING_CODE}${digits}`,
      sandbox: true,
      connectedAt: now,
    },
    listenersToAll,
  )
}
