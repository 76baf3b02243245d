import { setTimeout } from 'node:timers/promises'
import { type BatchResultErrorEntry, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import { AWS_CLIENT } from '../aws-client.ts'
import { InternalError } from '../errors.ts'
import { onFirstUse } from '../on-first-use.ts'
import { messageAttributes } from '../queues/consume.ts'
import type { Out } from './out.ts'

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
  /** The time. */
  readonly relayedAt: EpochMs
  /** Whether the messages may be in the queue already. @default false */
  readonly isRepeat?: boolean
  /** @default three */
  readonly retryDelaysMilliseconds?: readonly number[]
  /** Is told of each failed call, and of entries that SQS refused. */
  readonly onError: (event: 'relay.refused' | 'relay.failed', error: unknown, records: number) => void
  readonly pause?: (milliseconds: Ms) => Promise<unknown>
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

/**
 * Maximum number of entries of a SendMessageBatch, and of bytes of their bodies. SQS's limit is 1 MiB including
 * attributes.
 */
const BATCH_ENTRIES = 10
const BATCH_BYTES = 900 * 1024

/** Something to send to a queue. The relay reads queue names that later releases may have added. */
export interface Outgoing {
  readonly out: Omit<Out, 'q'> & { readonly q: string }
}

/** Packs items into as few batches as the limits allow, in their order. */
export function packBatches<Item extends Outgoing>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(item.out.b)
    const open = batches.at(-1)
    if (open && open.length < BATCH_ENTRIES && bytes + size <= BATCH_BYTES) {
      open.push(item)
      bytes += size
    } else {
      batches.push([item])
      bytes = size
    }
  }
  return batches
}

const sqs = /* @__PURE__ */ onFirstUse(() => new SQSClient(AWS_CLIENT))

/** Sends messages as the relay does, at `relayedAt`. @throws Error if a queue is unknown or rejects one */
export async function resendMessages(
  messages: readonly Out[],
  queueUrls: Readonly<Record<string, string>>,
  relayedAt: EpochMs,
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
