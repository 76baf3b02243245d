import { systemClock } from '@messaging/core/clock.ts'
import { attemptBatch } from '@messaging/core/deliveries/attempt-batch.ts'
import { attemptDelivery } from '@messaging/core/deliveries/attempt-delivery.ts'
import { DeliveryEntity } from '@messaging/core/deliveries/delivery-entity.ts'
import { withFacts } from '@messaging/core/log-context.ts'
import { makeAtStart } from '@messaging/core/on-first-use.ts'
import { WebhookEntity } from '@messaging/core/webhooks/webhook-entity.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

makeAtStart(DeliveryEntity, WebhookEntity)

/** One delivery attempt for each message of the batch, all at once. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () =>
    attemptBatch(event, (request) => attemptDelivery(request, { clock: systemClock })),
  )
}
