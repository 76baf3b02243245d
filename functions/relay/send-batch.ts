import { setTimeout } from 'node:timers/promises'
import { type BatchResultErrorEntry, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { logError } from './log-error.ts'
import type { Outgoing } from './outgoing.ts'

/** Delays before retries of entries that SQS did not accept. */
const RETRY_DELAYS_MILLISECONDS = [100, 400, 1600]

/** Codes of temporary errors that SQS marks as sender faults. A retry of the same entry can succeed. */
const TEMPORARY = /throttl|kms|overlimit/i

/** Entries that SQS did not accept. `left` can be retried. SQS rejects `unsendable` for its content. */
export interface FailedEntries<Item> {
  readonly left: readonly Item[]
  readonly unsendable: readonly Item[]
}

/** Sends one batch. Retries only failed entries, because Lambda would retry every record from the first failed one. */
export async function sendBatch<Item extends { readonly out: Outgoing }>(
  sqs: Pick<SQSClient, 'send'>,
  url: string,
  batch: readonly Item[],
  relayedAt: number,
  pause: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<FailedEntries<Item>> {
  const unsendable: Item[] = []
  let left = batch
  for (const milliseconds of [0, ...RETRY_DELAYS_MILLISECONDS]) {
    if (milliseconds > 0) await pause(milliseconds)
    const sent = left
    const failed = await sendOnce(sqs, url, sent, relayedAt)
    unsendable.push(...failed.filter(isRejectedForContent).flatMap(({ Id }) => sent[Number(Id)] ?? []))
    left = failed.filter((entry) => !isRejectedForContent(entry)).flatMap(({ Id }) => sent[Number(Id)] ?? [])
    if (left.length === 0) break
  }
  return { left, unsendable }
}

function isRejectedForContent({ SenderFault, Code = '' }: BatchResultErrorEntry): boolean {
  return SenderFault === true && !TEMPORARY.test(Code)
}

/** Sends entries and returns the failed ones, or all of them if the call failed. */
async function sendOnce(
  sqs: Pick<SQSClient, 'send'>,
  url: string,
  batch: readonly { readonly out: Outgoing }[],
  relayedAt: number,
): Promise<readonly BatchResultErrorEntry[]> {
  const entries = batch.map(({ out }, index) => ({
    Id: String(index),
    MessageBody: out.b,
    MessageGroupId: out.g,
    DelaySeconds: out.d,
    MessageAttributes: {
      relayedAt: { DataType: 'Number', StringValue: String(relayedAt) },
      ...(out.r && { requestId: { DataType: 'String', StringValue: out.r } }),
    },
  }))
  try {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: entries }))
    if (Failed.length > 0) logError('relay.refused', { queue: url, records: Failed.length, error: Failed[0]?.Code })
    return Failed
  } catch (error) {
    logError('relay.failed', {
      queue: url,
      records: batch.length,
      error: error instanceof Error ? error.name : 'NotAnError',
    })
    return entries.map(({ Id }) => ({ Id, SenderFault: false, Code: 'failed' }))
  }
}
