import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { addFacts } from '../../platform/log/log.ts'
import { makeAtStart } from '../../platform/on-first-use.ts'
import { consume, DELETE, type Fate, LATER } from '../../platform/queues/consume.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import { DeliveryEntity } from '../delivery-entity.ts'
import type { SearchRequest } from '../disabling/auto-disable.ts'
import { withShardsRaised } from '../webhooks/raise-shards.ts'
import { deliveryQueueOf, deliveryQueueUrl } from '../webhooks/slow-endpoints.ts'
import { findWebhook, WebhookEntity } from '../webhooks/webhook-entity.ts'
import type { AttemptRequest } from './attempt-delivery.ts'

/** Creates the entities that every attempt uses. Functions call it when they start. */
export function prepareAttempts(): void {
  makeAtStart(DeliveryEntity, WebhookEntity)
}

/** What is done with the messages of a deliveries queue. */
interface Handlers {
  readonly attempt: (request: AttemptRequest) => Promise<Fate>
  /** Continues the search for a success before a webhook is disabled. */
  readonly search: (request: SearchRequest) => Promise<void>
}

/**
 * Attempts each delivery of a batch. The attempts start at the same time, so each webhook is read once. A copy of a
 * message in the same batch waits for the attempt of the other, then is retried later. A message with a search is no
 * attempt.
 */
export async function attemptBatch(event: SQSEvent, { attempt, search }: Handlers): Promise<SQSBatchResponse> {
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
    if (reference.search) {
      await search({ webhook: await readWebhook(organizationId, webhookId), reference, search: reference.search })
      return DELETE
    }
    const attempting = withShardsRaised(reference, () => attempt({ reference, message, queue, readWebhook }))
    attempts.set(reference.deliveryId, attempting)
    return await attempting
  })
}
