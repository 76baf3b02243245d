import { systemClock } from '@messaging/core/clock.ts'
import { withFacts } from '@messaging/core/log-context.ts'
import { takeStepBatch } from '@messaging/core/replays/take-step-batch.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** Bulk replays of failed deliveries, one step for each message. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => takeStepBatch(event, systemClock))
}
