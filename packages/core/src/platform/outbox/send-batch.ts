import { setTimeout } from 'node:timers/promises'
import { type BatchResultErrorEntry, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { messageAttributes } from '../queues/message-attributes.ts'
import type { Outgoing } from './pack-batches.ts'

/** Delays before retries of entries that SQS did not accept. */
const RETRY_DELAYS_MILLISECONDS = [100, 400, 1600]

/** Codes of temporary errors that SQS marks as sender faults. A retry of the same entry can succeed. */
const TEMPORARY = /throttl|kms|overlimit/i

/** Entries that SQS did not accept. `left` can be retried. SQS rejects `unsendable` for its content. */
interface FailedEntries<Item> {
  readonly left: readonly Item[]
  readonly unsendable: readonly Item[]
}

export interface SendOptions {
  /** The time in milliseconds. */
  readonly relayedAt: number
  /** Whether the messages may be in the queue already. @default false */
  readonly isRepeat?: boolean
  /** @default three */
  readonly retryDelaysMilliseconds?: readonly number[]
  /** Is told of each failed call, and of entries that SQS refused. */
  readonly onError: (event: 'relay.refused' | 'relay.failed', error: unknown, records: number) => void
  readonly pause?: (milliseconds: number) => Promise<unknown>
}

/**
 * Sends one batch. Retries only failed entries, because Lambda would retry every record from the first failed one. The
 * relay uses it, too: it must not import settings or logs, which would make the relay's bundle larger.
 */
export async function sendBatch<Item extends Outgoing>(
  sqs: Pick<SQSClient, 'send'>,
  url: string,
  batch: readonly Item[],
  options: SendOptions,
): Promise<FailedEntries<Item>> {
  const { pause = setTimeout, retryDelaysMilliseconds = RETRY_DELAYS_MILLISECONDS } = options
  const unsendable: Item[] = []
  let left = batch
  for (const milliseconds of [0, ...retryDelaysMilliseconds]) {
    if (milliseconds > 0) await pause(milliseconds)
    const sent = left
    const failed = await sendOnce(sqs, url, sent, options)
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
  batch: readonly Outgoing[],
  { relayedAt, isRepeat, onError }: SendOptions,
): Promise<readonly BatchResultErrorEntry[]> {
  const entries = batch.map(({ out }, index) => ({
    Id: String(index),
    MessageBody: out.b,
    MessageGroupId: out.g,
    DelaySeconds: out.d,
    MessageAttributes: messageAttributes({ relayedAt, isRepeat: isRepeat ? 'true' : undefined, requestId: out.r }),
  }))
  try {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: entries }))
    if (Failed.length > 0) onError('relay.refused', Failed[0]?.Code, Failed.length)
    return Failed
  } catch (error) {
    onError('relay.failed', error, batch.length)
    return entries.map(({ Id }) => ({ Id, SenderFault: false, Code: 'failed' }))
  }
}
