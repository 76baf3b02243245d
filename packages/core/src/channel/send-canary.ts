import { CANARY } from '../platform/canary.ts'
import { settings } from '../platform/settings.ts'
import { sandboxId } from './numbers/sandbox-number.ts'
import { postAsProvider } from './provider/post-as-provider.ts'

/** A customer with an unassigned calling code. */
const CUSTOMER = '88800000002'

/**
 * Sends a customer's message to the ingress as the provider does. Its delivery returns to the ingress, which counts it in
 * `CanaryReceived`. `now` in milliseconds. @throws Error unless the ingress accepts the message
 */
export async function sendCanary(now: number): Promise<void> {
  const message = {
    phoneNumberId: sandboxId(CANARY.organizationId),
    from: CUSTOMER,
    id: `canary.${now}`,
    text: 'Canary',
  }
  await postAsProvider(settings.INGRESS_URL, message, now)
}
