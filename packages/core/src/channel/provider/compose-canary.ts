import { createHmac } from 'node:crypto'
import type { EpochMs } from '@replywright/contract/time.ts'
import { CANARY } from '../../platform/canary.ts'
import { InternalError } from '../../platform/errors.ts'
import { sandboxId } from '../numbers/numbers.ts'
import { findProviderSettings } from './provider-settings.ts'

/** A customer with an unassigned calling code. */
const CUSTOMER = '88800000002'

/**
 * Returns the request with which the provider would send a customer's message to the canary's number, with the
 * signature of the app secret. @throws Error if the provider is not set up
 */
export async function composeCanary(now: EpochMs): Promise<{ body: string; headers: Record<string, string> }> {
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
  const signature = createHmac('sha256', appSecret).update(body).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } }
}
