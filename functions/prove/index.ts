import { handleProofBatch } from '@replywright/core/answering/proofs/handle-proof.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { withFacts } from '@replywright/core/platform/log/log.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** Plays conversations with agents to prove them, one per message. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => handleProofBatch(event, systemClock))
}
