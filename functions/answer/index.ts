import { handleTurnBatch, prepareTurns } from '@replywright/core/answering/turns/handle-turn.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { withFacts } from '@replywright/core/platform/log/log.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

prepareTurns()

/** Processes agents' turns, one at a time per conversation. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => handleTurnBatch(event, systemClock))
}
