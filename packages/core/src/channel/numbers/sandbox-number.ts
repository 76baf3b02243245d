import { derivedId } from '../../platform/clock.ts'
import { createNumber, type ListenersToAll } from './create-number.ts'
import type { NumberItem } from './number-entity.ts'

/** No country has this calling code, so that a sandbox number is nobody's. */
const CALLING_CODE = '888'
const DIGITS = 10

/** How the `phoneNumberId` of every sandbox number begins; the provider's are digits. */
export const SANDBOX_PHONE_NUMBER_ID = 'sandbox-'

/**
 * The organisation's one sandbox number, made with the organisation: virtual, unknown to the provider. Its id and digits
 * derive from the organisation, so making it again answers the same.
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
      phoneNumberId: `${SANDBOX_PHONE_NUMBER_ID}${organizationId}`,
      id,
      organizationId,
      number: `${CALLING_CODE}${digits}`,
      sandbox: true,
      connectedAt: now,
    },
    listenersToAll,
  )
}
