import { systemClock } from '@messaging/core/clock.ts'
import { withFacts } from '@messaging/core/log-context.ts'
import { takeWindowBatch } from '@messaging/core/service-window/take-window-batch.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** What time brings: schedules are made, and the events of service windows sent. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => takeWindowBatch(event, systemClock))
}
