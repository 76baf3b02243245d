import type { Redrive } from '@messaging/contract/dashboard/operations.ts'
import type { Clock } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { type DeadLetterQueue, describeDeadLetterQueue } from './dead-letter-queue.ts'
import { type DeadLetter, holdMessages, type Search } from './hold-messages.ts'
import { getDeadLetterQueue } from './operated-queues.ts'
import { redriveMessages, startRedrive, viewRedrive } from './redrive.ts'

/** A request looks for a message among so many of a queue. */
const SEARCHED_AT_MOST = 500
/** Messages that are held and thrown away at once. */
const PORTION = 100
/** A request is answered before its function's time is over. */
const PURGE_MILLISECONDS = 8_000

/** What is done about messages before they are deleted. */
type Look = (messages: readonly DeadLetter[]) => Promise<void>

/** Sends the messages that are looked for back to `sourceUrl`. Returns how many there were. */
export async function redriveFound(url: string, search: Search, sourceUrl: string): Promise<number> {
  await using held = await holdMessages(url, search)
  await redriveMessages(held, held.wanted, sourceUrl)
  return held.wanted.length
}

/** Deletes the messages that are looked for. Returns how many there were. */
export async function purgeFound(url: string, search: Search, look?: Look): Promise<number> {
  await using held = await holdMessages(url, search)
  await look?.(held.wanted)
  await held.remove(held.wanted)
  return held.wanted.length
}

/** Deletes `count` messages, a portion at a time, until `isOver`. `more` tells whether there may be others of the `count`. */
export async function purgeCount(
  url: string,
  count: number,
  look?: Look,
  isOver: () => boolean = () => false,
): Promise<{ purged: number; more: boolean }> {
  let purged = 0
  let more = true
  while (more && purged < count && !isOver()) {
    const portion = await purgeFound(url, { limit: Math.min(PORTION, count - purged) }, look)
    more = portion > 0
    purged += portion
  }
  return { purged, more: more && purged < count }
}

/**
 * Sends a message of a dead-letter queue back to its work queue, or has SQS do so with all of them: then `moved` is null. 404 for a
 * queue or message that is not there; 409 for a queue whose messages came from no other, and while a redrive of it runs.
 */
export async function redriveLetters(
  queue: string,
  messageId: string | undefined,
  userId: string,
): Promise<{ moved: number | null }> {
  const described = await describeDeadLetterQueue(getDeadLetterQueue(queue))
  if (described.sourceUrl === undefined)
    throw new ServiceError('conflict', `Messages of ${queue} were in no other queue, so there is none to send them to.`)
  if (messageId === undefined) {
    await startWhole(described)
    log('dead_letters.redriven', { queue, userId })
    return { moved: null }
  }
  const moved = await redriveFound(described.url, searchFor(messageId), described.sourceUrl)
  if (moved === 0) throw notFound('message in this queue')
  log('dead_letters.redriven', { queue, messageId, userId })
  return { moved }
}

/** How far the latest redrive of a whole queue is. 404 for a queue that is none. */
export async function redriveProgress(queue: string): Promise<Redrive> {
  const { status, moved, total, failure, startedAt } = await viewRedrive(
    await describeDeadLetterQueue(getDeadLetterQueue(queue)),
  )
  return { status: startedAt === undefined ? 'none' : status, moved, total, failure: failure ?? null }
}

/**
 * Throws one message of a dead-letter queue away, or `count` of them: as many as fit into the time that a request has. 404 for a
 * queue or message that is not there.
 */
export async function purgeLetters(
  queue: string,
  what: { readonly messageId: string } | { readonly count: number },
  userId: string,
  clock: Clock,
): Promise<{ purged: number; more: boolean }> {
  const url = getDeadLetterQueue(queue)
  if ('messageId' in what) {
    const purged = await purgeFound(url, searchFor(what.messageId))
    if (purged === 0) throw notFound('message in this queue')
    log('dead_letters.purged', { queue, messageId: what.messageId, purged, userId })
    return { purged, more: false }
  }
  const until = clock() + PURGE_MILLISECONDS
  const { purged, more } = await purgeCount(url, what.count, undefined, () => clock() >= until)
  log('dead_letters.purged', { queue, purged, userId })
  return { purged, more }
}

async function startWhole(queue: DeadLetterQueue): Promise<void> {
  const { status, startedAt } = await viewRedrive(queue)
  if (startedAt !== undefined && status === 'running')
    throw new ServiceError('conflict', 'A redrive of this queue is running: see how far it is.')
  await startRedrive(queue)
}

function searchFor(messageId: string): Search {
  return { limit: SEARCHED_AT_MOST, isWanted: (message) => message.messageId === messageId }
}
