import { handleStepBatch } from '@replywright/core/deliveries/replays/replays.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { withFacts } from '@replywright/core/platform/log/log.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** Processes bulk replays of failed deliveries, one step per message. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => handleStepBatch(event, systemClock))
}
