import { attemptBatch, attemptDelivery, prepareAttempts } from '@messaging/core/deliveries/attempt-delivery.ts'
import { sendNotice } from '@messaging/core/people/notices/notices.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { withFacts } from '@messaging/core/platform/log/log.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

prepareAttempts()

/** Makes one delivery attempt per message of the batch, in parallel. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () =>
    attemptBatch(event, (request) =>
      attemptDelivery(request, { clock: systemClock, notify: (webhook) => sendNotice(webhook, systemClock()) }),
    ),
  )
}
