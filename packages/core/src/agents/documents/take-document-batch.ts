import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { addFacts } from '../../platform/log/log-context.ts'
import { eachRecord } from '../../platform/queues/each-record.ts'
import { showAgain } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { DocumentMessage } from './document-message.ts'
import { takeDocument } from './take-document.ts'

/** What fails for a reason that nothing expects is tried again after so long. */
const FAILURE_SECONDS = 60

/**
 * Reads the file of each message; one that can still arrive or be replaced, or has no slot yet, is looked at again when its time
 * has come.
 */
export async function takeDocumentBatch(event: SQSEvent, clock: () => number): Promise<SQSBatchResponse> {
  return await eachRecord(event, 'document.failed', async (record) => {
    const message = v.parse(DocumentMessage, JSON.parse(record.body))
    const { organizationId, agentId, documentId } = message
    addFacts({ organizationId, agentId, documentId })
    const again = (seconds: number) => showAgain(settings.DOCUMENTS_QUEUE_URL, record, seconds)
    try {
      const seconds = await takeDocument(message, Number(record.attributes.SentTimestamp), clock)
      if (seconds === undefined) return 'delete'
      await again(seconds)
      return 'keep'
    } catch (error) {
      await again(FAILURE_SECONDS)
      throw error
    }
  })
}
