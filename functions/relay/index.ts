import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { packBatches } from '@messaging/core/platform/queues/pack-batches.ts'
import { sendBatch } from '@messaging/core/platform/queues/send-batch.ts'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { FailingQueues } from './failing-queues.ts'
import { logError } from './log-error.ts'
import { outgoingOf } from './outgoing.ts'
import { settings } from './settings.ts'

const { QUEUE_URLS, RELAY_DEAD_QUEUE_URL } = settings
/** The timeouts prevent a call without a response from blocking the shard. */
const sqs = new SQSClient({
  requestHandler: { connectionTimeout: 3000, requestTimeout: 8000, throwOnRequestTimeout: true },
})

const failing = new FailingQueues()

/**
 * Copies the `out` attribute of new items to the queue that it names. It is independent of entities, and never throws because of
 * content: records that cannot be sent, or that SQS rejects for their content, go to the relay's dead-letter queue. Lambda retries
 * a record that SQS did not accept, with all records after it. That holds back other queues, so after two minutes the records of a
 * queue that still fails go to the dead-letter queue, too.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const relayedAt = Date.now()
  const outgoing = event.Records.map((record) => ({ record, out: outgoingOf(record) }))
  const failed = new Set<DynamoDBRecord>()
  const sendable = outgoing.flatMap(({ record, out }) => (out && QUEUE_URLS[out.q] ? [{ record, out }] : []))
  const byQueue = Map.groupBy(sendable, ({ out }) => out.q)
  const keep = async (record: DynamoDBRecord) => {
    if (!(await park(record))) failed.add(record)
  }
  await Promise.all([
    ...[...byQueue].flatMap(([queue, items]) =>
      packBatches(items).map(async (batch) => {
        const url = QUEUE_URLS[queue] ?? ''
        const isDown = failing.isDown(queue, relayedAt)
        const { left, unsendable } = await sendBatch(sqs, url, batch, {
          relayedAt,
          ...(isDown && { retryDelaysMilliseconds: [] }),
          onError: (name, error, records) =>
            logError(name, { queue: url, records, error: error instanceof Error ? error.name : String(error) }),
        })
        failing.record(queue, left.length === 0, relayedAt)
        if (isDown) await Promise.all(left.map(({ record }) => keep(record)))
        else for (const { record } of left) failed.add(record)
        await Promise.all(unsendable.map(({ record }) => keep(record)))
      }),
    ),
    ...outgoing.filter(({ out }) => !out || !QUEUE_URLS[out.q]).map(({ record }) => keep(record)),
  ])
  return {
    batchItemFailures: event.Records.filter((record) => failed.has(record)).map((record) => ({
      itemIdentifier: record.dynamodb?.SequenceNumber ?? '',
    })),
  }
}

/** Sends the keys of a record that cannot be sent, never its content, to the dead-letter queue. Returns whether that succeeded. */
async function park(record: DynamoDBRecord): Promise<boolean> {
  const MessageBody = JSON.stringify({ eventID: record.eventID, keys: record.dynamodb?.Keys })
  logError('relay.unsendable', { eventID: record.eventID })
  try {
    await sqs.send(new SendMessageCommand({ QueueUrl: RELAY_DEAD_QUEUE_URL, MessageBody }))
    return true
  } catch (error) {
    logError('relay.failed', { queue: RELAY_DEAD_QUEUE_URL, error: error instanceof Error ? error.name : 'NotAnError' })
    return false
  }
}
