import { systemClock } from '@messaging/core/clock.ts'
import { withFacts } from '@messaging/core/log-context.ts'
import { takeTurnBatch } from '@messaging/core/turns/take-turn-batch.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** Agents' answers, one turn at a time for each conversation. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => takeTurnBatch(event, systemClock))
}
