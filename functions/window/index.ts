import { handleDueBatch } from '@replywright/core/answering/wake-ups/handle-due-batch.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { withFacts } from '@replywright/core/platform/log/log.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** Processes scheduled work: creates schedules and sends the events of service windows. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => handleDueBatch(event, systemClock))
}
