import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import type { OverdueMessage } from './overdue.ts'

const sqs = onFirstUse(() => new SQSClient(AWS_CLIENT))

const BATCH = 10

/** Sends as the relay does, at `relayedAt` (milliseconds). @throws Error if a queue is unknown or rejects one */
export async function resendMessages(
  messages: readonly OverdueMessage[],
  queueUrls: Readonly<Record<string, string>>,
  relayedAt: number,
): Promise<void> {
  for (const [queue, ofQueue] of Map.groupBy(messages, (message) => message.queue)) {
    const url = queueUrls[queue]
    if (!url) throw new Error(`Unknown queue "${queue}". Known queues: ${Object.keys(queueUrls).join(', ') || 'none'}.`)
    for (let start = 0; start < ofQueue.length; start += BATCH) {
      const { Failed = [] } = await sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: url,
          Entries: ofQueue.slice(start, start + BATCH).map(({ group, body, requestId }, index) => ({
            Id: String(index),
            MessageBody: body,
            MessageGroupId: group,
            MessageAttributes: {
              relayedAt: { DataType: 'Number', StringValue: String(relayedAt) },
              ...(requestId && { requestId: { DataType: 'String', StringValue: requestId } }),
            },
          })),
        }),
      )
      const [rejected] = Failed
      if (rejected) throw new Error(`The queue "${queue}" rejected a message: ${rejected.Message ?? rejected.Code}`)
    }
  }
}
