import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { failedItems } from './batch-response.ts'
import type { QueueMapping } from './mapping.ts'
import { describe, ENGINE_RETRY_MILLISECONDS, type Poller, type PollerContext, pause } from './poller.ts'
import { filterable, type SqsRecord, sqsRecord } from './sqs-event.ts'

/** SQS hands out and deletes no more messages at once. */
const SQS_BATCH_SIZE = 10

/** Short, for a poll is never cut off: a message handed to an abandoned poll is gone until its visibility ends. */
const LONG_POLL_SECONDS = 1

/** What a queue's poller needs besides. */
export interface SqsPollerContext extends PollerContext {
  readonly sqs: SQSClient
  readonly queueUrl: string
  readonly disturb: Disturb
  /** Notes that the mapping made a call that carried so many bytes. */
  readonly bill: (action: string, bytes: number) => void
}

/** Makes one of the mapping's own calls to its queue, about these messages, under a fault if one is planned for it. */
export type Disturb = <Answer>(
  action: string,
  messages: readonly HeldMessage[],
  act: () => Promise<Answer>,
) => Promise<Answer>

export type HeldMessage = Pick<SqsRecord, 'receiptHandle' | 'body'>

/**
 * Polls a queue and hands its messages to a function, several batches at a time. What succeeded is deleted; what failed
 * is left alone, so that a visibility the handler has set stays.
 */
export function startSqsPoller(mapping: QueueMapping, context: SqsPollerContext): Poller {
  const stopping = new AbortController()
  const batches = new Set<Promise<void>>()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const messages = await collect(mapping, context, stopping.signal)
      const records = messages.map((message) => sqsRecord(message, mapping.sourceArn, context.region))
      if (records.length === 0) continue
      const batch = handle(records, mapping, context).finally(() => batches.delete(batch))
      batches.add(batch)
      if (batches.size >= mapping.concurrency) await Promise.race(batches)
    }
  }
  const polling = loop()
  return {
    async stop() {
      stopping.abort()
      await polling
      await Promise.all(batches)
    },
  }
}

/** One batch: what is there, and with a window what comes until it closes. */
async function collect(mapping: QueueMapping, context: SqsPollerContext, signal: AbortSignal): Promise<Message[]> {
  const messages = await receive(mapping.batchSize, context, signal)
  const closesAt = Date.now() + mapping.windowMilliseconds
  while (messages.length > 0 && messages.length < mapping.batchSize && Date.now() < closesAt && !signal.aborted) {
    messages.push(...(await receive(mapping.batchSize - messages.length, context, signal)))
  }
  return messages
}

async function receive(
  count: number,
  { sqs, queueUrl, log, disturb, bill }: SqsPollerContext,
  signal: AbortSignal,
): Promise<Message[]> {
  try {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(SQS_BATCH_SIZE, count),
      WaitTimeSeconds: LONG_POLL_SECONDS,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    })
    const { Messages = [] } = await sqs.send(command)
    // Idle polls are left out: on AWS they last twenty times as long, and how many there are is not up to the template.
    if (Messages.length === 0) return Messages
    bill('ReceiveMessage', Buffer.byteLength(Messages.map(({ Body }) => Body).join('')))
    const held = Messages.map(({ ReceiptHandle = '', Body = '' }) => ({ receiptHandle: ReceiptHandle, body: Body }))
    return await disturb('ReceiveMessage', held, async () => Messages)
  } catch (error) {
    log(`cannot receive from ${queueUrl}: ${describe(error)}`)
    await pause(ENGINE_RETRY_MILLISECONDS, signal)
    return []
  }
}

async function handle(records: readonly SqsRecord[], mapping: QueueMapping, context: SqsPollerContext): Promise<void> {
  const wanted = records.filter((record) => mapping.filter(filterable(record)))
  const failed = wanted.length > 0 ? await invoke(wanted, mapping, context) : new Set<string>()
  // A message that no filter wants is done with, as on AWS.
  await remove(
    records.filter(({ messageId }) => !failed.has(messageId)),
    context,
  )
}

/** Runs the function; answers the ids of the messages that failed. */
async function invoke(
  records: readonly SqsRecord[],
  mapping: QueueMapping,
  context: SqsPollerContext,
): Promise<ReadonlySet<string>> {
  const ids = records.map(({ messageId }) => messageId)
  try {
    const { payload, functionError } = await context.lambda.invoke(mapping.functionName, { Records: records })
    if (!functionError) return mapping.partialResponses ? failedItems(payload, ids) : new Set()
    context.log(`${mapping.functionName} failed: ${JSON.stringify(payload)}`)
  } catch (error) {
    const tooLarge = error instanceof Error && error.name === 'RequestTooLargeException'
    if (tooLarge && records.length > 1) {
      const middle = Math.ceil(records.length / 2)
      const first = await invoke(records.slice(0, middle), mapping, context)
      return first.union(await invoke(records.slice(middle), mapping, context))
    }
    context.log(`${mapping.functionName} was not invoked: ${describe(error)}`)
  }
  return new Set(ids)
}

async function remove(records: readonly SqsRecord[], context: SqsPollerContext): Promise<void> {
  const { sqs, queueUrl, log, disturb, bill } = context
  for (let start = 0; start < records.length; start += SQS_BATCH_SIZE) {
    const chunk = records.slice(start, start + SQS_BATCH_SIZE)
    const Entries = chunk.map(({ receiptHandle }, i) => ({ Id: String(i), ReceiptHandle: receiptHandle }))
    try {
      const command = new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries })
      const { Failed = [] } = await disturb('DeleteMessageBatch', chunk, () => sqs.send(command))
      bill('DeleteMessageBatch', 0)
      for (const { Id, Code } of Failed) log(`message ${chunk[Number(Id)]?.messageId} was not deleted: ${Code}`)
    } catch (error) {
      log(`${chunk.length} messages of ${queueUrl} were not deleted: ${describe(error)}`)
    }
  }
}
