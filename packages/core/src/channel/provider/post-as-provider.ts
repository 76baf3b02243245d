import { createHmac } from 'node:crypto'
import { InternalError } from '../../platform/errors.ts'
import { findProviderSettings } from './provider-settings.ts'

const DEADLINE_MILLISECONDS = 20_000

interface CustomerText {
  readonly phoneNumberId: string
  readonly from: string
  readonly id: string
  readonly text: string
}

/**
 * Posts a customer's text to the ingress as the provider does, with the signature of the app secret. `now` in milliseconds.
 * @throws Error unless the ingress accepts it
 */
export async function postAsProvider(ingressUrl: string, message: CustomerText, now: number): Promise<void> {
  const { appSecret } = (await findProviderSettings(now)) ?? {}
  if (appSecret === undefined) throw new InternalError('the provider is not set up; run npm run ops -- provider set')
  const { phoneNumberId, from, id, text } = message
  const timestamp = String(Math.floor(now / 1000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '', phone_number_id: phoneNumberId },
    contacts: [{ wa_id: from, profile: { name: 'Canary' } }],
    messages: [{ from, id, timestamp, type: 'text', text: { body: text } }],
  }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ changes: [{ field: 'messages', value }] }],
  })
  const response = await fetch(ingressUrl, {
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
