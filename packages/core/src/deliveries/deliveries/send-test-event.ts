import { derivedId, derivedTimeId, timeOfId } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { currentRequestId } from '../../platform/log/log-context.ts'
import { getWebhook } from '../webhooks/get-webhook.ts'
import { messageEnvelope } from './envelope.ts'
import { newDelivery, writeDelivery } from './new-delivery.ts'

/** Phone numbers that the regulator reserves for fiction. */
const STUB = { msgNumber: '447700900100', contactNumber: '447700900999', contactName: 'Test Customer' }

/**
 * Sends a `test.ping` event to a webhook, once for each `deliveryId`, which sorts by time. Throws 404 for an unknown or
 * foreign webhook, and 409 if it is disabled.
 */
export async function sendTestEvent(
  organizationId: string,
  webhookId: string,
  deliveryId: string,
): Promise<{ deliveryId: string }> {
  const { enabled } = await getWebhook(organizationId, webhookId)
  if (!enabled)
    throw new ServiceError('conflict', 'The webhook is disabled, so nothing would be sent. Enable it first.')
  const at = timeOfId(deliveryId)
  const conversation = { ...STUB, id: derivedId('test conversation', webhookId) }
  const envelope = messageEnvelope('test.ping', at, conversation, {
    id: derivedTimeId(at, 'test message', deliveryId),
    waId: 'wamid.TEST',
    body: 'This is a test event.',
    media: [],
    buttons: [],
  })
  await writeDelivery(
    newDelivery({
      id: deliveryId,
      organizationId,
      webhookId,
      event: 'test.ping',
      payload: JSON.stringify(envelope),
      at,
      requestId: currentRequestId(),
    }),
  )
  log('delivery.test_sent', { organizationId, webhookId, deliveryId })
  return { deliveryId }
}
