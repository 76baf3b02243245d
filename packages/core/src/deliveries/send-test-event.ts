import { derivedId, derivedTimeId, timeOfId } from '../platform/clock.ts'
import { log } from '../platform/log/log.ts'
import { currentRequestId } from '../platform/log/log-context.ts'
import { recentRetention } from '../platform/retention/retention.ts'
import { messageEnvelope } from './envelope.ts'
import { newDelivery, writeDelivery } from './new-delivery.ts'
import { getWebhook } from './webhooks/get-webhook.ts'

/** Phone numbers that the regulator reserves for fiction. */
const STUB = { msgNumber: '447700900100', contactNumber: '447700900999', contactName: 'Test Customer' }

/**
 * Sends a `test.ping` event to a webhook, also to a disabled one, once for each `deliveryId`, which sorts by time.
 * Throws 404 for an unknown or foreign webhook.
 */
export async function sendTestEvent(
  organizationId: string,
  webhookId: string,
  deliveryId: string,
): Promise<{ deliveryId: string }> {
  const at = timeOfId(deliveryId)
  const [{ deliveryDays }] = await Promise.all([
    recentRetention(organizationId, at),
    getWebhook(organizationId, webhookId),
  ])
  const conversation = { ...STUB, id: derivedId('test conversation', webhookId) }
  const envelope = messageEnvelope('test.ping', at, conversation, {
    id: derivedTimeId(at, 'test message', deliveryId),
    waId: 'wamid.TEST',
    body: 'This is a test event.',
    media: [],
    buttons: [],
    type: 'text',
  })
  await writeDelivery(
    newDelivery({
      id: deliveryId,
      organizationId,
      webhookId,
      event: 'test.ping',
      payload: JSON.stringify(envelope),
      at,
      deliveryDays,
      requestId: currentRequestId(),
    }),
  )
  log('delivery.test_sent', { organizationId, webhookId, deliveryId })
  return { deliveryId }
}
