import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { logError } from '../../platform/log/log.ts'
import { addFacts } from '../../platform/log/log-context.ts'
import { consume } from '../../platform/queues/consume.ts'
import { DELETE, keep } from '../../platform/queues/fate.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { takeDocument } from './take-document.ts'

const failure = 'document.failed'
/** An unexpected failure is retried after this time. */
const FAILURE_SECONDS = 60

/** A message stays in the queue while its file can be uploaded or replaced, and while there is no free slot. */
export async function takeDocumentBatch(event: SQSEvent, clock: () => number): Promise<SQSBatchResponse> {
  const consumer = { failure, showAgain: showAgainIn(settings.DOCUMENTS_QUEUE_URL) }
  return await consume(event, 'documents', consumer, async (message, { sentAt }) => {
    const { organizationId, agentId, documentId } = message
    addFacts({ organizationId, agentId, documentId })
    try {
      const seconds = await takeDocument(message, sentAt, clock)
      return seconds === undefined ? DELETE : keep(seconds)
    } catch (error) {
      logError(failure, error)
      return keep(FAILURE_SECONDS)
    }
  })
}
