import { EVENTS, type EventName } from '@messaging/contract/envelope.ts'
import { exampleEnvelope } from '@messaging/contract/openapi/example-envelope.ts'
import { derivedId, derivedTimeId, isoTime, timeOfId } from '../platform/clock.ts'
import { log } from '../platform/log/log.ts'
import { currentRequestId } from '../platform/log/log-context.ts'
import { recentRetention } from '../platform/retention/retention.ts'
import { messageEnvelope } from './envelope.ts'
import { newDelivery, writeDelivery } from './new-delivery.ts'
import { getWebhook } from './webhooks/get-webhook.ts'

/** Phone numbers that the regulator reserves for fiction. */
const STUB = { msgNumber: '447700900100', contactNumber: '447700900999', contactName: 'Test Customer' }

/** Returns the body of a test: a message of its own in `test.ping`, the example of the documentation in others. */
function testEnvelope(event: EventName, webhookId: string, deliveryId: string): object {
  const at = timeOfId(deliveryId)
  const example = EVENTS.find(({ schema }) => schema.entries.event.literal === event)
  if (example && event !== 'test.ping') {
    const body = exampleEnvelope(example)
    return { ...body, timestamp: isoTime(at), ...('webhookId' in body && { webhookId }) }
  }
  const conversation = { ...STUB, id: derivedId('test conversation', webhookId) }
  return messageEnvelope('test.ping', at, conversation, {
    id: derivedTimeId(at, 'test message', deliveryId),
    waId: 'wamid.TEST',
    body: 'This is a test event.',
    media: [],
    buttons: [],
    type: 'text',
  })
}

/**
 * Sends an example of an event to a webhook, also to a disabled one, once for each `deliveryId`, which sorts by time.
 * Throws 404 for an unknown or foreign webhook.
 */
export async function sendTestEvent(
  organizationId: string,
  webhookId: string,
  deliveryId: string,
  event: EventName = 'test.ping',
): Promise<{ deliveryId: string }> {
  const at = timeOfId(deliveryId)
  const [{ deliveryDays }] = await Promise.all([
    recentRetention(organizationId, at),
    getWebhook(organizationId, webhookId),
  ])
  await writeDelivery(
    newDelivery({
      id: deliveryId,
      organizationId,
      webhookId,
      event,
      isTest: true,
      payload: JSON.stringify(testEnvelope(event, webhookId, deliveryId)),
      at,
      deliveryDays,
      requestId: currentRequestId(),
    }),
  )
  log('delivery.test_sent', { organizationId, webhookId, deliveryId })
  return { deliveryId }
}
