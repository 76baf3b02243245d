import { SQSClient } from '@aws-sdk/client-sqs'
import { AWS_CLIENT } from '../aws-client.ts'
import { InternalError } from '../errors.ts'
import { onFirstUse } from '../on-first-use.ts'
import type { Out } from './out.ts'
import { packBatches } from './pack-batches.ts'
import { sendBatch } from './send-batch.ts'

const sqs = onFirstUse(() => new SQSClient(AWS_CLIENT))

/**
 * Sends messages as the relay does, at `relayedAt` (milliseconds). @throws Error if a queue is unknown or rejects one
 */
export async function resendMessages(
  messages: readonly Out[],
  queueUrls: Readonly<Record<string, string>>,
  relayedAt: number,
): Promise<void> {
  for (const [queue, outs] of Map.groupBy(messages, ({ q }) => q)) {
    const url = queueUrls[queue]
    if (!url)
      throw new InternalError(`Unknown queue "${queue}". Known queues: ${Object.keys(queueUrls).join(', ') || 'none'}.`)
    for (const batch of packBatches(outs.map((out) => ({ out })))) {
      let reason: unknown
      const onError = (_: string, error: unknown) => {
        reason = error
      }
      const { left, unsendable } = await sendBatch(sqs, url, batch, { relayedAt, isRepeat: true, onError })
      if (left.length + unsendable.length > 0)
        throw new InternalError(
          `The queue "${queue}" rejected a message: ${reason instanceof Error ? reason.name : reason}`,
        )
    }
  }
}
