import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  type Message,
  type MessageAttributeValue,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { InternalError } from '../../platform/errors.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

export const sqs = /* @__PURE__ */ onFirstUse(() => new SQSClient(AWS_CLIENT))

/** The current state of a dead-letter queue. Counts of SQS are approximate. */
export interface DeadLetterQueue {
  readonly url: string
  readonly arn: string
  readonly messages: number
  /** Messages in flight: they become visible again, or are deleted. */
  readonly held: number
  /** The queue to which its messages are redriven; undefined if they come from no other queue. */
  readonly sourceUrl: string | undefined
}

export async function describeDeadLetterQueue(url: string): Promise<DeadLetterQueue> {
  const [{ Attributes = {} }, { queueUrls = [] }] = await Promise.all([
    sqs.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] })),
    sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: url })),
  ])
  return {
    url,
    arn: Attributes.QueueArn ?? '',
    messages: Number(Attributes.ApproximateNumberOfMessages ?? 0),
    held: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
    sourceUrl: queueUrls[0],
  }
}

/** Longer than reading the messages takes. After a crash, the messages become visible again after this time. */
const HELD_SECONDS = 120
const BATCH = 10

export interface DeadLetter {
  readonly messageId: string
  readonly body: string
  readonly attributes: Readonly<Record<string, MessageAttributeValue>>
  readonly group: string | undefined
  /** The time of the first sending. A standard queue keeps it when it moves a message to this queue. */
  readonly sentAt: EpochMs
  /** Number of receives in both queues. */
  readonly receipts: number
}

/** Messages that no other consumer receives until they are released. */
export interface HeldMessages extends AsyncDisposable {
  readonly messages: readonly DeadLetter[]
  /** The messages that match the search. */
  readonly wanted: readonly DeadLetter[]
  /** Whether the queue has more messages than these. */
  readonly more: boolean
  remove(messages: readonly DeadLetter[]): Promise<void>
}

/** The maximum number of messages to hold, and a filter. @default all messages match */
export interface Search {
  readonly limit: number
  readonly isWanted?: (message: DeadLetter) => boolean
  /** The number of messages that match. @default 1 */
  readonly wanted?: number
}

/**
 * Holds up to `limit` messages of a queue. Stops after the batch with the last message that `isWanted`. Disposing the
 * result releases all messages that were not removed. A standard queue has no order.
 */
export async function holdMessages(queueUrl: string, { limit, isWanted, wanted = 1 }: Search): Promise<HeldMessages> {
  const held = new Map<string, { readonly message: DeadLetter; readonly receiptHandle: string }>()
  const messagesNow = () => [...held.values()].map(({ message }) => message)
  const holding = (): HeldMessages => ({
    messages: messagesNow(),
    wanted: isWanted ? messagesNow().filter(isWanted) : messagesNow(),
    more: held.size >= limit,
    async remove(messages) {
      const ids = messages.map(({ messageId }) => messageId)
      for (const entries of batchesOf(ids, held)) {
        const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }))
        if (Failed[0]) throw new InternalError(`a message could not be deleted: ${Failed[0].Code}`)
      }
      for (const id of ids) held.delete(id)
    },
    async [Symbol.asyncDispose]() {
      for (const entries of batchesOf([...held.keys()], held)) {
        const Entries = entries.map((entry) => ({ ...entry, VisibilityTimeout: 0 }))
        // A message that cannot be released becomes visible after its timeout.
        await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }))
      }
    },
  })
  try {
    while (held.size < limit) {
      const known = held.size
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: Math.min(BATCH, limit - held.size),
          VisibilityTimeout: HELD_SECONDS,
          // Without a wait time, SQS queries only some of its servers.
          WaitTimeSeconds: 1,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
      )
      const read = Messages.map((message) => ({
        message: readMessage(message),
        receiptHandle: message.ReceiptHandle ?? '',
      }))
      for (const each of read) held.set(each.message.messageId, each)
      if (held.size === known || (isWanted && messagesNow().filter(isWanted).length >= wanted)) break
    }
  } catch (error) {
    await holding()[Symbol.asyncDispose]()
    throw error
  }
  return holding()
}

function readMessage({ MessageId, Body, MessageAttributes, Attributes = {} }: Message): DeadLetter {
  return {
    messageId: MessageId ?? '',
    body: Body ?? '',
    attributes: MessageAttributes ?? {},
    group: Attributes.MessageGroupId,
    sentAt: Number(Attributes.SentTimestamp ?? 0),
    receipts: Number(Attributes.ApproximateReceiveCount ?? 0),
  }
}

function batchesOf(ids: readonly string[], held: ReadonlyMap<string, { readonly receiptHandle: string }>) {
  const entries = ids.flatMap((id) => {
    const one = held.get(id)
    return one ? [{ Id: id, ReceiptHandle: one.receiptHandle }] : []
  })
  return Array.from({ length: Math.ceil(entries.length / BATCH) }, (_, index) =>
    entries.slice(index * BATCH, (index + 1) * BATCH),
  )
}
