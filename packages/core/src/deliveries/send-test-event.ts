import { derivedId, derivedTimeId, timeOfId } from '../clock.ts'
import { ServiceError } from '../errors.ts'
import { claimTimeId } from '../idempotency/claimed-id.ts'
import { log } from '../log.ts'
import { currentRequestId } from '../log-context.ts'
import { requireWebhook } from '../webhooks/get-webhook.ts'
import { messageEnvelope } from './envelope.ts'
import { newDelivery, writeDelivery } from './new-delivery.ts'

/** Numbers that are nobody's: the regulator keeps them for fiction. */
const STUB = { msgNumber: '447700900100', contactNumber: '447700900999', contactName: 'Test Customer' }

/**
 * Sends a `test.ping` event to a webhook, once for each `requestId`: a delivery as any other. Answers its id. 404 for an unknown
 * or foreign webhook, 409 while it is disabled. `now` in milliseconds.
 */
export async function sendTestEvent(
  organizationId: string,
  webhookId: string,
  now: number,
  requestId: string,
): Promise<{ deliveryId: string }> {
  const { enabled } = await requireWebhook(organizationId, webhookId)
  if (!enabled)
    throw new ServiceError('conflict', 'The webhook is disabled, so that nothing would be sent: enable it first.')
  const deliveryId = await claimTimeId(`test#${webhookId}`, requestId, now)
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
