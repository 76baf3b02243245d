import { attemptBatch } from '@messaging/core/deliveries/attempt-batch.ts'
import { attemptDelivery } from '@messaging/core/deliveries/attempt-delivery.ts'
import { DeliveryEntity } from '@messaging/core/deliveries/delivery-entity.ts'
import { WebhookEntity } from '@messaging/core/deliveries/webhooks/webhook-entity.ts'
import { sendNotice } from '@messaging/core/people/notices/send-notice.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { withFacts } from '@messaging/core/platform/log/log-context.ts'
import { makeAtStart } from '@messaging/core/platform/on-first-use.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

makeAtStart(DeliveryEntity, WebhookEntity)

/** Makes one delivery attempt per message of the batch, in parallel. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () =>
    attemptBatch(event, (request) =>
      attemptDelivery(request, { clock: systemClock, notify: (webhook) => sendNotice(webhook, systemClock()) }),
    ),
  )
}
