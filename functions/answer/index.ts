import { handleTurnBatch, prepareTurns } from '@messaging/core/answering/turns/handle-turn.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { withFacts } from '@messaging/core/platform/log/log.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

prepareTurns()

/** Processes agents' turns, one at a time per conversation. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => handleTurnBatch(event, systemClock))
}
