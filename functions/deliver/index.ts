import { systemClock } from '@messaging/core/clock.ts'
import { attemptBatch } from '@messaging/core/deliveries/attempt-batch.ts'
import { attemptDelivery } from '@messaging/core/deliveries/attempt-delivery.ts'
import { withFacts } from '@messaging/core/log-context.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** One delivery attempt for each message of the batch, all at once. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () =>
    attemptBatch(event, (request) => attemptDelivery(request, { clock: systemClock })),
  )
}
