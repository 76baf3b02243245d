import type { Redrive } from '@messaging/contract/dashboard/operations.ts'
import type { Clock } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { type DeadLetterQueue, describeDeadLetterQueue } from './dead-letter-queue.ts'
import { type DeadLetter, holdMessages, type Search } from './hold-messages.ts'
import { getDeadLetterQueue } from './operated-queues.ts'
import { redriveMessages, startRedrive, viewRedrive } from './redrive.ts'

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

/** Returns the progress of the latest redrive of a queue. @throws ServiceError 404 */
export async function redriveProgress(queue: string): Promise<Redrive> {
  const { status, moved, total, failure, startedAt } = await viewRedrive(
    await describeDeadLetterQueue(getDeadLetterQueue(queue)),
  )
  return { status: startedAt === undefined ? 'none' : status, moved, total, failure: failure ?? null }
}

/** Deletes one message, or up to `count` within a request's time. @throws ServiceError 404 if unknown */
export async function purgeLetters(
  queue: string,
  what: { readonly messageId: string } | { readonly count: number },
  userId: string,
  clock: Clock,
): Promise<{ purged: number; more: boolean }> {
  const url = getDeadLetterQueue(queue)
  if ('messageId' in what) {
    const purged = await purgeFound(url, searchFor([what.messageId]))
    if (purged === 0) throw notFound('message in this queue', 'id')
    log('dead_letters.purged', { queue, messageId: what.messageId, purged, userId })
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
