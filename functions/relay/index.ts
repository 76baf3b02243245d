import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { logError } from './log-error.ts'
import { type Outgoing, outgoingOf, packBatches } from './outgoing.ts'

const QUEUE_URLS: Record<string, string> = JSON.parse(process.env.QUEUE_URLS ?? '{}')
const RELAY_DEAD_QUEUE_URL = process.env.RELAY_DEAD_QUEUE_URL ?? ''
const sqs = new SQSClient({})

/**
 * Copies what items of the table carry in `out` to the queue it names. It knows no entity, and never throws because of
 * content: what cannot be sent goes to the relay's dead-letter queue. A record whose queue did not take it is tried again.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const relayedAt = Date.now()
  const outgoing = event.Records.map((record) => ({ record, out: outgoingOf(record) }))
  const failed = new Set<DynamoDBRecord>()
  const sendable = outgoing.flatMap(({ record, out }) => (out && QUEUE_URLS[out.q] ? [{ record, out }] : []))
  const byQueue = Map.groupBy(sendable, ({ out }) => out.q)
  await Promise.all([
    ...[...byQueue].flatMap(([queue, items]) =>
      packBatches(items).map(async (batch) => {
        for (const record of await send(QUEUE_URLS[queue] ?? '', batch, relayedAt)) failed.add(record)
      }),
    ),
    ...outgoing
      .filter(({ out }) => !out || !QUEUE_URLS[out.q])
      .map(async ({ record }) => {
        if (!(await park(record))) failed.add(record)
      }),
  ])
  return {
    batchItemFailures: event.Records.filter((record) => failed.has(record)).map((record) => ({
      itemIdentifier: record.dynamodb?.SequenceNumber ?? '',
    })),
  }
}

type Item = { readonly record: DynamoDBRecord; readonly out: Outgoing }

/** Sends one batch and answers the records that the queue did not take. */
async function send(url: string, batch: readonly Item[], relayedAt: number): Promise<DynamoDBRecord[]> {
  try {
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: batch.map(({ out }, index) => ({
          Id: String(index),
          MessageBody: out.b,
          MessageGroupId: out.g,
          DelaySeconds: out.d,
          MessageAttributes: {
            relayedAt: { DataType: 'Number', StringValue: String(relayedAt) },
            ...(out.r && { requestId: { DataType: 'String', StringValue: out.r } }),
          },
        })),
      }),
    )
    return Failed.flatMap(({ Id }) => batch[Number(Id)]?.record ?? [])
  } catch (error) {
    logError('relay.failed', { queue: url, records: batch.length, error: String(error) })
    return batch.map(({ record }) => record)
  }
}

/** Keeps what names no queue where operators see it: its keys only, never its content. */
async function park(record: DynamoDBRecord): Promise<boolean> {
  const MessageBody = JSON.stringify({ eventID: record.eventID, keys: record.dynamodb?.Keys })
  logError('relay.unsendable', { eventID: record.eventID })
  try {
    await sqs.send(new SendMessageCommand({ QueueUrl: RELAY_DEAD_QUEUE_URL, MessageBody }))
    return true
  } catch (error) {
    logError('relay.failed', { queue: RELAY_DEAD_QUEUE_URL, error: String(error) })
    return false
  }
}
