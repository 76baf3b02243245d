import {
  CancelMessageMoveTaskCommand,
  ListMessageMoveTasksCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import {
  type DeadLetter as LetterView,
  type Redrive,
  SHOWN_LETTERS,
} from '@replywright/contract/dashboard/operations.ts'
import { DeliveryReference } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { DeliveryEntity, type DeliveryItem } from '../../deliveries/delivery-entity.ts'
import { FIRST_SHARD } from '../../deliveries/shards.ts'
import { DeletedWebhookEntity, WebhookEntity, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { type Clock, derivedId, isoTime } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import {
  type DeadLetter,
  type DeadLetterQueue,
  describeDeadLetterQueue,
  type HeldMessages,
  holdMessages,
  type Search,
  sqs,
} from './dead-letter-queue.ts'

/** Maximum number of messages that a request searches. */
const SEARCHED_AT_MOST = 500
/** Number of messages that are held and deleted at once. */
const PORTION = 100
/** Shorter than the timeout of the function. */
const PURGE_MILLISECONDS = 8_000

type BeforeDelete = (messages: readonly DeadLetter[]) => Promise<void>

/** Sends the messages that match back to `sourceUrl`. Returns their number. */
export async function redriveFound(url: string, search: Search, sourceUrl: string): Promise<number> {
  await using held = await holdMessages(url, search)
  await redriveMessages(held, held.wanted, sourceUrl)
  return held.wanted.length
}

/** Deletes the messages that match. Returns their number. */
export async function purgeFound(url: string, search: Search, beforeDelete?: BeforeDelete): Promise<number> {
  await using held = await holdMessages(url, search)
  await beforeDelete?.(held.wanted)
  await held.remove(held.wanted)
  return held.wanted.length
}

/** Deletes `count` messages in portions, until `isOver`. `more` is true if fewer were deleted and some may be left. */
export async function purgeCount(
  url: string,
  count: number,
  beforeDelete?: BeforeDelete,
  isOver: () => boolean = () => false,
): Promise<{ purged: number; more: boolean }> {
  let purged = 0
  let more = true
  while (more && purged < count && !isOver()) {
    const portion = await purgeFound(url, { limit: Math.min(PORTION, count - purged) }, beforeDelete)
    more = portion > 0
    purged += portion
  }
  return { purged, more: more && purged < count }
}

/**
 * Sends messages of a dead-letter queue back to its work queue. Without `messageIds`, starts a redrive of all messages
 * by SQS; `moved` is then null.
 * @throws ServiceError 404 for an unknown queue, or if it has none of the messages; 409 for a queue without a work queue, and while a redrive
 * is running
 */
export async function redriveLetters(
  queue: string,
  messageIds: readonly string[] | undefined,
  userId: string,
): Promise<{ moved: number | null }> {
  const described = await describeDeadLetterQueue(getDeadLetterQueue(queue))
  if (described.sourceUrl === undefined)
    throw new ServiceError('conflict', `The queue ${queue} has no work queue, so its messages cannot be redriven.`)
  if (messageIds === undefined) {
    await startWholeRedrive(described)
    log('dead_letters.redriven', { queue, userId })
    return { moved: null }
  }
  const moved = await redriveFound(described.url, searchFor(messageIds), described.sourceUrl)
  if (moved === 0) throw notFound('message in this queue', 'id')
  log('dead_letters.redriven', { queue, messageId: messageIds.join(' '), moved, userId })
  return { moved }
}

/** Returns the progress of the latest redrive of a queue. */
export async function redriveProgress(queue: string): Promise<Redrive> {
  const { status, moved, total, failure, startedAt } = await viewRedrive(
    await describeDeadLetterQueue(getDeadLetterQueue(queue)),
  )
  return { status: startedAt === undefined ? 'none' : status, moved, total, failure: failure ?? null }
}

/** Deletes the messages with these ids, or up to `count` within a request's time. @throws ServiceError 404 if the queue has none of them */
export async function purgeLetters(
  queue: string,
  what: { readonly messageIds: readonly string[] } | { readonly count: number },
  userId: string,
  clock: Clock,
): Promise<{ purged: number; more: boolean }> {
  const url = getDeadLetterQueue(queue)
  if ('messageIds' in what) {
    const purged = await purgeFound(url, searchFor(what.messageIds))
    if (purged === 0) throw notFound('message in this queue', 'id')
    log('dead_letters.purged', { queue, messageId: what.messageIds.join(' '), purged, userId })
    return { purged, more: false }
  }
  const until = clock() + PURGE_MILLISECONDS
  const { purged, more } = await purgeCount(url, what.count, undefined, () => clock() >= until)
  log('dead_letters.purged', { queue, purged, userId })
  return { purged, more }
}

async function startWholeRedrive(queue: DeadLetterQueue): Promise<void> {
  const { status, startedAt } = await viewRedrive(queue)
  if (startedAt !== undefined && status === 'running')
    throw new ServiceError('conflict', 'A redrive of this queue is already running. Wait until it is done.')
  await startRedrive(queue)
}

function searchFor(messageIds: readonly string[]): Search {
  return {
    limit: SEARCHED_AT_MOST,
    isWanted: ({ messageId }) => messageIds.includes(messageId),
    wanted: new Set(messageIds).size,
  }
}

/** The progress of the redrive of a queue. Counts of SQS are approximate. */
export interface RedriveProgress {
  readonly status: 'running' | 'done' | 'cancelled' | 'failed'
  readonly moved: number
  readonly total: number
  readonly failure: string | undefined
  /** Undefined if there was no redrive. */
  readonly startedAt: EpochMs | undefined
}

/** Starts SQS's background move of all messages to their source; returns its handle. Throws while one is running. */
export async function startRedrive({ arn }: DeadLetterQueue): Promise<string> {
  const { TaskHandle } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn }))
  return TaskHandle ?? ''
}

/** Returns the latest redrive of a queue. SQS may not list a task immediately after its start. */
export async function viewRedrive({ arn }: DeadLetterQueue): Promise<RedriveProgress> {
  const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn, MaxResults: 1 }))
  const [task] = Results
  return {
    status: STATUSES[task?.Status ?? ''] ?? 'running',
    moved: task?.ApproximateNumberOfMessagesMoved ?? 0,
    total: task?.ApproximateNumberOfMessagesToMove ?? 0,
    failure: task?.FailureReason,
    startedAt: task?.StartedTimestamp,
  }
}

const STATUSES: Readonly<Record<string, RedriveProgress['status']>> = {
  COMPLETED: 'done',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
}

export async function cancelRedrive(taskHandle: string): Promise<void> {
  await sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle: taskHandle }))
}

/**
 * Moves held messages back to `sourceUrl` unchanged, one by one. Each message is sent before it is deleted, so that
 * none is lost. Keeps the attributes: workers detect a redriven message by the time of its first sending.
 */
export async function redriveMessages(
  held: HeldMessages,
  messages: readonly DeadLetter[],
  sourceUrl: string,
): Promise<void> {
  for (const message of messages) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: sourceUrl,
        MessageBody: message.body,
        MessageAttributes: message.attributes,
        MessageGroupId: message.group,
        // With the old deduplication id, a FIFO queue would drop the message as a duplicate.
        ...(sourceUrl.endsWith('.fifo') && { MessageDeduplicationId: derivedId('redriven', message.messageId) }),
      }),
    )
    await held.remove([message])
  }
}

export interface DescribedLetter {
  readonly message: DeadLetter
  /** Undefined if the message contains no delivery. */
  readonly reference: DeliveryReference | undefined
  /** Undefined if the delivery was deleted, or the message contains none. */
  readonly delivery: DeliveryItem | undefined
  readonly webhook: WebhookItem | undefined
}

/** Returns the delivery reference in a message's body, or undefined. */
function referenceOf(body: string): DeliveryReference | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), DeliveryReference), body)
  return parsed.success ? parsed.output : undefined
}

export async function describeLetters(messages: readonly DeadLetter[]): Promise<DescribedLetter[]> {
  const referred = messages.map((message) => ({ message, reference: referenceOf(message.body) }))
  const references = referred.flatMap(({ reference }) => (reference ? [reference] : []))
  const owned = references.map(({ organizationId, webhookId }) => ({ organizationId, id: webhookId }))
  const [deliveries, webhooks, deleted] = await Promise.all([
    batchGet(
      references.map(({ webhookId, shard = FIRST_SHARD, deliveryId: id }) => ({ webhookId, shard, id })),
      (keys) => DeliveryEntity.get(keys).go({ consistent: true }),
    ),
    batchGet(owned, (keys) => WebhookEntity.get(keys).go({ consistent: true })),
    batchGet(owned, (keys) => DeletedWebhookEntity.get(keys).go({ consistent: true })),
  ])
  return referred.map(({ message, reference }) => ({
    message,
    reference,
    delivery: deliveries.find(({ id, webhookId }) => id === reference?.deliveryId && webhookId === reference.webhookId),
    webhook: [...webhooks, ...deleted].find(
      ({ id, organizationId }) => id === reference?.webhookId && organizationId === reference.organizationId,
    ),
  }))
}

/** Returns at most 50 messages, which stay in the queue. */
export async function viewLetters(queue: string): Promise<{ messages: LetterView[]; more: boolean }> {
  await using held = await holdMessages(getDeadLetterQueue(queue), { limit: SHOWN_LETTERS })
  const letters = await describeLetters(held.messages)
  return {
    messages: letters.toSorted((a, b) => a.message.sentAt - b.message.sentAt).map(letterView),
    more: held.more,
  }
}

function letterView({ message, reference, delivery, webhook }: DescribedLetter): LetterView {
  return {
    messageId: message.messageId,
    sentAt: isoTime(message.sentAt),
    body: message.body,
    delivery: reference
      ? {
          id: reference.deliveryId,
          organizationId: reference.organizationId,
          webhookId: reference.webhookId,
          webhookName: webhook?.name ?? null,
          status: delivery?.status ?? null,
          cause: delivery?.cause ?? null,
          attemptCount: delivery?.attemptCount ?? null,
          isReplayed: delivery?.replayedAs !== undefined,
        }
      : null,
  }
}

/** Returns the URL of a dead-letter queue. @throws ServiceError 404 for an unknown name */
function getDeadLetterQueue(name: string): string {
  const urls = settings.DEAD_LETTER_QUEUE_URLS
  const url = Object.hasOwn(urls, name) ? urls[name] : undefined
  if (url === undefined) throw notFound('dead-letter queue', 'name')
  return url
}
