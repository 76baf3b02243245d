import { attemptBatch, prepareAttempts } from '@replywright/core/deliveries/attempt/attempt-batch.ts'
import { attemptDelivery } from '@replywright/core/deliveries/attempt/attempt-delivery.ts'
import { continueSearch, type Effects } from '@replywright/core/deliveries/disabling/auto-disable.ts'
import { sendNotice } from '@replywright/core/people/notices/notices.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { withFacts } from '@replywright/core/platform/log/log.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

const effects: Effects = { clock: systemClock, notify: (webhook) => sendNotice(webhook, systemClock()) }

prepareAttempts()

/** Makes one delivery attempt per message of the batch, in parallel. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () =>
    attemptBatch(event, {
      attempt: (request) => attemptDelivery(request, effects),
      search: (request) => continueSearch(request, effects),
    }),
  )
}
