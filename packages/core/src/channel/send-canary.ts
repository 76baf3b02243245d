import { createHmac } from 'node:crypto'
import { CANARY } from '../platform/canary.ts'
import { InternalError } from '../platform/errors.ts'
import { settings } from '../platform/settings.ts'
import { sandboxId } from './numbers/numbers.ts'
import { findProviderSettings } from './provider/provider-settings.ts'

/** A customer with an unassigned calling code. */
const CUSTOMER = '88800000002'
const DEADLINE_MILLISECONDS = 20_000

/**
 * Posts a customer's message to the ingress as the provider does, with the signature of the app secret. Its delivery returns to the
 * ingress, which counts it in `CanaryReceived`. `now` in milliseconds. @throws Error unless the ingress accepts the message
 */
export async function sendCanary(now: number): Promise<void> {
  const { appSecret } = (await findProviderSettings(now)) ?? {}
  if (appSecret === undefined) throw new InternalError('the provider is not set up; run npm run ops -- provider set')
  const timestamp = String(Math.floor(now / 1000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '', phone_number_id: sandboxId(CANARY.organizationId) },
    contacts: [{ wa_id: CUSTOMER, profile: { name: 'Canary' } }],
    messages: [{ from: CUSTOMER, id: `canary.${now}`, timestamp, type: 'text', text: { body: 'Canary' } }],
  }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ changes: [{ field: 'messages', value }] }],
  })
  const response = await fetch(settings.INGRESS_URL, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
    },
    body,
    signal: AbortSignal.timeout(DEADLINE_MILLISECONDS),
  })
  if (!response.ok) throw new InternalError(`the ingress returned ${response.status}`)
}
