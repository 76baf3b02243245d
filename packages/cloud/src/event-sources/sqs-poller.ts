import type { CallAction } from '../engines/json-client.ts'
import { numberOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { InvocationResult } from '../lambda/lambda-service.ts'
import type { QueueMapping } from './mapping.ts'
import {
  describe,
  ENGINE_RETRY_MILLISECONDS,
  failedItems,
  isThrottled,
  type Poller,
  type PollerContext,
  pause,
} from './poller.ts'
import { filterable, type SqsRecord, sqsRecord } from './sqs-event.ts'

/** The maximum of SQS for one receive or delete. */
const SQS_BATCH_SIZE = 10

/** Short, because a poll is never aborted: its messages would be invisible until their visibility timeout ends. */
const LONG_POLL_SECONDS = 1

/**
 * On AWS a poll takes a network round trip, in which the messages of the next batch accumulate. Without this delay,
 * each message of a burst would be a batch of its own with its own worker, because the engine is in this process.
 */
const ROUND_TRIP_MILLISECONDS = 10

/** Waits between attempts to invoke a throttled function double from the first to the last of these. */
const THROTTLE_START_MILLISECONDS = 50
const THROTTLE_LIMIT_MILLISECONDS = 5000

interface SqsPollerContext extends PollerContext {
  readonly callSqs: CallAction
  readonly queueUrl: string
  readonly disturb: Disturb
  /** Bills a call of the mapping with this many bytes. */
  readonly bill: (action: string, bytes: number) => void
}

/** Makes a mapping's call to its queue for these messages, with a planned fault if there is one. */
export type Disturb = <Result>(
  action: string,
  messages: readonly HeldMessage[],
  act: () => Promise<Result>,
) => Promise<Result>

type HeldMessage = Pick<SqsRecord, 'receiptHandle' | 'body'>

/**
 * Polls a queue and invokes a function with its messages, in several concurrent batches. Successful messages are
 * deleted. Failed ones are not changed, so that a visibility timeout that the handler set remains.
 */
export function startSqsPoller(mapping: QueueMapping, context: SqsPollerContext): Poller {
  const stopping = new AbortController()
  const batches = new Set<Promise<void>>()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const { records, receivedAt } = await collect(mapping, context, stopping.signal)
      if (records.length === 0) continue
      const work = handle(records, mapping, { ...context, receivedAt, signal: stopping.signal })
      const batch = work.finally(() => batches.delete(batch))
      batches.add(batch)
      if (batches.size >= mapping.concurrency) await Promise.race(batches)
      else if (records.length < mapping.batchSize) await pause(ROUND_TRIP_MILLISECONDS, stopping.signal)
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

/** Collects one batch: the available messages and, with a window, those that arrive until it closes. */
async function collect(
  mapping: QueueMapping,
  context: SqsPollerContext,
  signal: AbortSignal,
): Promise<{ records: SqsRecord[]; receivedAt: number }> {
  const records = await receive(mapping.batchSize, mapping, context, signal)
  const receivedAt = performance.now()
  const closesAt = receivedAt + mapping.windowMilliseconds
  while (records.length > 0 && records.length < mapping.batchSize && performance.now() < closesAt && !signal.aborted) {
    records.push(...(await receive(mapping.batchSize - records.length, mapping, context, signal)))
  }
  return { records, receivedAt }
}

async function receive(
  count: number,
  { sourceArn }: QueueMapping,
  { callSqs, queueUrl, region, log, disturb, bill }: SqsPollerContext,
  signal: AbortSignal,
): Promise<SqsRecord[]> {
  try {
    const { Messages } = await callSqs('ReceiveMessage', {
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(SQS_BATCH_SIZE, count),
      WaitTimeSeconds: LONG_POLL_SECONDS,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    })
    const records = objectsOf(Messages).map((message) => sqsRecord(message, sourceArn, region))
    // Idle polls are not billed: on AWS they last twenty times as long, and the template does not determine their
    // number.
    if (records.length === 0) return records
    bill('ReceiveMessage', Buffer.byteLength(records.map(({ body }) => body).join('')))
    return await disturb('ReceiveMessage', records, async () => records)
  } catch (error) {
    log(`cannot receive from ${queueUrl}: ${describe(error)}`)
    await pause(ENGINE_RETRY_MILLISECONDS, signal)
    return []
  }
}

interface BatchContext extends SqsPollerContext {
  /** When its first message was received, in milliseconds of `performance.now()`. */
  readonly receivedAt: number
  readonly signal: AbortSignal
}

async function handle(records: readonly SqsRecord[], mapping: QueueMapping, context: BatchContext): Promise<void> {
  const wanted = records.filter((record) => mapping.filter(filterable(record)))
  const failed = wanted.length > 0 ? await invoke(wanted, mapping, context) : new Set<string>()
  // As on AWS, a message that matches no filter is deleted.
  await remove(
    records.filter(({ messageId }) => !failed.has(messageId)),
    context,
  )
}

/** Runs the function. Returns the ids of the failed messages. */
async function invoke(
  records: readonly SqsRecord[],
  mapping: QueueMapping,
  context: BatchContext,
): Promise<ReadonlySet<string>> {
  const ids = records.map(({ messageId }) => messageId)
  try {
    const { payload, functionError } = await invokeUnthrottled(records, mapping, context)
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

/** Retries until the messages are visible again. They are then received with a higher count, although nothing ran. */
async function invokeUnthrottled(
  records: readonly SqsRecord[],
  { functionName }: QueueMapping,
  { lambda, receivedAt, signal, callSqs, queueUrl }: BatchContext,
): Promise<InvocationResult> {
  let visibleAt: number | undefined
  for (let wait = THROTTLE_START_MILLISECONDS; ; wait = Math.min(2 * wait, THROTTLE_LIMIT_MILLISECONDS)) {
    try {
      const traceHeaders = records.flatMap(({ attributes: { AWSTraceHeader } }) => AWSTraceHeader ?? [])
      return await lambda.invoke(functionName, { Records: records }, traceHeaders)
    } catch (error) {
      if (!isThrottled(error)) throw error
      visibleAt ??= receivedAt + (await visibilityMilliseconds(callSqs, queueUrl))
      if (signal.aborted || performance.now() + wait >= visibleAt) throw error
      await pause(wait, signal)
    }
  }
}

async function visibilityMilliseconds(callSqs: CallAction, QueueUrl: string): Promise<number> {
  const output = await callSqs('GetQueueAttributes', { QueueUrl, AttributeNames: ['VisibilityTimeout'] })
  return (numberOf(objectAt(output, 'Attributes').VisibilityTimeout) ?? 0) * 1000
}

async function remove(records: readonly SqsRecord[], context: SqsPollerContext): Promise<void> {
  const { callSqs, queueUrl, log, disturb, bill } = context
  for (let start = 0; start < records.length; start += SQS_BATCH_SIZE) {
    const chunk = records.slice(start, start + SQS_BATCH_SIZE)
    const Entries = chunk.map(({ receiptHandle }, i) => ({ Id: String(i), ReceiptHandle: receiptHandle }))
    try {
      const input = { QueueUrl: queueUrl, Entries }
      const { Failed } = await disturb('DeleteMessageBatch', chunk, () => callSqs('DeleteMessageBatch', input))
      bill('DeleteMessageBatch', 0)
      for (const { Id, Code } of objectsOf(Failed)) {
        log(`message ${chunk[numberOf(Id) ?? 0]?.messageId} was not deleted: ${textOf(Code)}`)
      }
    } catch (error) {
      log(`${chunk.length} messages of ${queueUrl} were not deleted: ${describe(error)}`)
    }
  }
}
