import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import * as v from 'valibot'
import { log } from '../../platform/log/log.ts'
import { addFacts } from '../../platform/log/log-context.ts'
import { eachRecord } from '../../platform/queues/each-record.ts'
import { LATER, type MessageFate } from '../../platform/queues/message-fate.ts'
import { showAgain } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import { findWebhook } from '../webhooks/get-webhook.ts'
import type { AttemptRequest } from './attempt-delivery.ts'
import { DeliveryReference } from './new-delivery.ts'
import type { DeliveryMessage } from './plan-attempt.ts'

type Attempt = (request: AttemptRequest) => Promise<MessageFate>

/**
 * Attempts each delivery on its own; those that are to be kept go back to the queue, to be shown again when their fate says. A
 * record that threw is shown again after the queue's visibility timeout. The attempts start at the same time, so that each
 * webhook is read once. A copy of a message in the same batch is decided when the other was attempted.
 */
export async function attemptBatch(event: SQSEvent, attempt: Attempt): Promise<SQSBatchResponse> {
  const readWebhook = oncePerKey(findWebhook)
  const attempts = new Map<string, Promise<MessageFate>>()
  return await eachRecord(event, 'delivery.failed', async (record) => {
    const reference = v.parse(DeliveryReference, JSON.parse(record.body))
    addFacts({ ...reference })
    const other = attempts.get(reference.deliveryId)
    const attempting = other
      ? Promise.allSettled([other]).then(() => LATER)
      : attempt({ reference, message: messageOf(record), readWebhook })
    if (!other) attempts.set(reference.deliveryId, attempting)
    const fate = await attempting
    if (fate.kind === 'delete') return 'delete'
    await showAgain(settings.DELIVERIES_QUEUE_URL, record, fate.visibilitySeconds)
    log('delivery.kept', { visibilitySeconds: fate.visibilitySeconds })
    return 'keep'
  })
}

function messageOf({ messageId, attributes, messageAttributes }: SQSRecord): DeliveryMessage {
  const sentAt = Number(attributes.SentTimestamp)
  return {
    id: messageId,
    receiveCount: Number(attributes.ApproximateReceiveCount),
    sentAt,
    relayedAt: Number(messageAttributes.relayedAt?.stringValue ?? sentAt),
  }
}
