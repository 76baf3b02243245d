import { handleDocumentBatch } from '@replywright/core/agents/documents/handle-document.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { withFacts } from '@replywright/core/platform/log/log.ts'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** Extracts searchable passages from the files of agents' documents. */
export async function handler(event: SQSEvent, { awsRequestId: invocationId }: Context): Promise<SQSBatchResponse> {
  return await withFacts({ invocationId }, () => handleDocumentBatch(event, systemClock))
}
