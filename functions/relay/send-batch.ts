import { setTimeout } from 'node:timers/promises'
import { type BatchResultErrorEntry, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { logError } from './log-error.ts'
import type { Outgoing } from './outgoing.ts'

/** Pauses before entries are sent again that the queue did not take. */
const PAUSES_MILLISECONDS = [100, 400, 1600]

/** Refusals that SQS calls the sender's fault although the same entry is taken a moment later. */
const TEMPORARY = /throttl|kms|overlimit/i

/** What a queue did not take: `left` may be sent again, `unsendable` is refused for what it says. */
export interface NotTaken<Item> {
  readonly left: readonly Item[]
  readonly unsendable: readonly Item[]
}

/**
 * Sends one batch. Entries that are not taken are sent again by themselves a few times, because Lambda repeats every record from
 * the first that failed.
 */
export async function sendBatch<Item extends { readonly out: Outgoing }>(
  sqs: Pick<SQSClient, 'send'>,
  url: string,
  batch: readonly Item[],
  relayedAt: number,
  pause: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<NotTaken<Item>> {
  const unsendable: Item[] = []
  let left = batch
  for (const milliseconds of [0, ...PAUSES_MILLISECONDS]) {
    if (milliseconds > 0) await pause(milliseconds)
    const sent = left
    const failed = await sendOnce(sqs, url, sent, relayedAt)
    unsendable.push(...failed.filter(isContent).flatMap(({ Id }) => sent[Number(Id)] ?? []))
    left = failed.filter((entry) => !isContent(entry)).flatMap(({ Id }) => sent[Number(Id)] ?? [])
    if (left.length === 0) break
  }
  return { left, unsendable }
}

function isContent({ SenderFault, Code = '' }: BatchResultErrorEntry): boolean {
  return SenderFault === true && !TEMPORARY.test(Code)
}

/** Sends entries and returns those that failed: all of them when the call did. */
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
    logError('relay.failed', { queue: url, records: batch.length, error: String(error) })
    return entries.map(({ Id }) => ({ Id, SenderFault: false, Code: 'failed' }))
  }
}
