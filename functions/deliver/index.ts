import {
  attemptBatch,
  attemptDelivery,
  prepareAttempts,
} from '@replywright/core/deliveries/attempt/attempt-delivery.ts'
import { sendNotice } from '@replywright/core/people/notices/notices.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { withFacts } from '@replywright/core/platform/log/log.ts'
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
