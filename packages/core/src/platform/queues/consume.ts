import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { type Facts, logError } from '../log/log.ts'
import { withFacts } from '../log/log-context.ts'

/** What becomes of a queue's message: it is deleted, or kept to be shown again. */
export type RecordFate = 'delete' | 'keep'

/**
 * Runs each record of a batch on its own, all at once; those that are to be kept go back to the queue. A record that throws is
 * logged as `failure` and kept. Its log lines carry the message's id and the request that caused it.
 */
export async function eachRecord(
  event: SQSEvent,
  failure: string,
  take: (record: SQSRecord) => Promise<RecordFate>,
): Promise<SQSBatchResponse> {
  const fates = await Promise.all(
    event.Records.map((record) =>
      withFacts(factsOf(record), async () => {
        try {
          return await take(record)
        } catch (error) {
          logError(failure, error)
          return 'keep'
        }
      }),
    ),
  )
  return {
    batchItemFailures: event.Records.filter((_, index) => fates[index] === 'keep').map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  }
}

function factsOf({ messageId, messageAttributes }: SQSRecord): Facts {
  return { sqsMessageId: messageId, requestId: messageAttributes.requestId?.stringValue }
}
