import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { addFacts } from '../platform/log/log-context.ts'
import { consume } from '../platform/queues/consume.ts'
import { type Fate, LATER } from '../platform/queues/fate.ts'
import { showAgainIn } from '../platform/queues/show-again.ts'
import { oncePerKey } from '../platform/table/once-per-key.ts'
import type { AttemptRequest } from './attempt-delivery.ts'
import { deliveryQueueOf, deliveryQueueUrl } from './delivery-queue-url.ts'
import { findWebhook } from './webhooks/get-webhook.ts'
import { withShardsRaised } from './webhooks/raise-shards.ts'

type Attempt = (request: AttemptRequest) => Promise<Fate>

/**
 * Attempts each delivery of a batch. The attempts start at the same time, so each webhook is read once. A copy of a
 * message in the same batch waits for the attempt of the other, then is retried later.
 */
export async function attemptBatch(event: SQSEvent, attempt: Attempt): Promise<SQSBatchResponse> {
  const queue = deliveryQueueOf(event)
  const readWebhook = oncePerKey(findWebhook)
  const attempts = new Map<string, Promise<Fate>>()
  const consumer = {
    failure: 'delivery.failed',
    kept: 'delivery.kept',
    showAgain: showAgainIn(deliveryQueueUrl(queue)),
  }
  return await consume(event, queue, consumer, async (reference, message) => {
    const { organizationId, webhookId, deliveryId } = reference
    addFacts({ organizationId, webhookId, deliveryId })
    const other = attempts.get(reference.deliveryId)
    if (other) return await Promise.allSettled([other]).then(() => LATER)
    const attempting = withShardsRaised(reference, () => attempt({ reference, message, queue, readWebhook }))
    attempts.set(reference.deliveryId, attempting)
    return await attempting
  })
}
