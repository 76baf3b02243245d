import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import * as v from 'valibot'
import { log } from '../log.ts'
import { addFacts } from '../log-context.ts'
import { eachRecord } from '../queues/each-record.ts'
import type { MessageFate } from '../queues/message-fate.ts'
import { showAgain } from '../queues/show-again.ts'
import { settings } from '../settings.ts'
import { DeliveryReference } from './new-delivery.ts'
import type { DeliveryMessage } from './plan-attempt.ts'

type Attempt = (reference: DeliveryReference, message: DeliveryMessage) => Promise<MessageFate>

/**
 * Attempts each delivery on its own; those that are to be kept go back to the queue, to be shown again when their fate says. A
 * record that threw is shown again after the queue's visibility timeout.
 */
export async function attemptBatch(event: SQSEvent, attempt: Attempt): Promise<SQSBatchResponse> {
  return await eachRecord(event, 'delivery.failed', async (record) => {
    const reference = v.parse(DeliveryReference, JSON.parse(record.body))
    addFacts({ ...reference })
    const fate = await attempt(reference, messageOf(record))
    if (fate.kind === 'delete') return 'delete'
    await showAgain(settings.DELIVERIES_QUEUE_URL, record, fate.visibilitySeconds)
    log('delivery.kept', { visibilitySeconds: fate.visibilitySeconds })
    return 'keep'
  })
}

function messageOf({ messageId, attributes, messageAttributes }: SQSRecord): DeliveryMessage {
  const sentAt = Number(attributes.SentTimestamp)
  return { id: messageId, sentAt, relayedAt: Number(messageAttributes.relayedAt?.stringValue ?? sentAt) }
}
