import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  type MessageAttributeValue,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs'
import { sqs } from './dead-letter-queue.ts'

/** Longer than looking at them takes; should the process die meanwhile, the messages come back after it. */
const HELD_SECONDS = 120
const BATCH = 10

/** A message of a dead-letter queue. */
export interface DeadLetter {
  readonly messageId: string
  readonly body: string
  readonly attributes: Readonly<Record<string, MessageAttributeValue>>
  readonly group: string | undefined
  /** When it was sent first, in milliseconds; a standard queue keeps that when it gives a message up. */
  readonly sentAt: number
  /** How often it was received, in both queues together. */
  readonly receipts: number
}

/** Messages that nobody else receives until they are given back. */
export interface HeldMessages extends AsyncDisposable {
  readonly messages: readonly DeadLetter[]
  /** Those of the messages that are looked for. */
  readonly wanted: readonly DeadLetter[]
  /** Whether the queue has more messages than these. */
  readonly more: boolean
  remove(messages: readonly DeadLetter[]): Promise<void>
}

/** How many messages of a queue are held at most, and which of them are looked for. @default all */
export interface Search {
  readonly limit: number
  readonly isWanted?: (message: DeadLetter) => boolean
}

/**
 * Holds up to `limit` messages of a queue, up to the first that `isWanted`. Those that are not removed are given back when
 * the answer is disposed of. A standard queue has no order.
 */
export async function holdMessages(queueUrl: string, { limit, isWanted }: Search): Promise<HeldMessages> {
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
        if (Failed[0]) throw new Error(`a message could not be deleted: ${Failed[0].Message ?? Failed[0].Code}`)
      }
      for (const id of ids) held.delete(id)
    },
    async [Symbol.asyncDispose]() {
      for (const entries of batchesOf([...held.keys()], held)) {
        const Entries = entries.map((entry) => ({ ...entry, VisibilityTimeout: 0 }))
        // One that is not given back comes back by itself.
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
          // A receive that does not wait asks only some of the servers.
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
      if (held.size === known || read.some(({ message }) => isWanted?.(message))) break
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
