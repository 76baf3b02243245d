import type { Redrive } from '@messaging/contract/dashboard/operations.ts'
import type { Clock } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { type DeadLetterQueue, describeDeadLetterQueue } from './dead-letter-queue.ts'
import { type HeldMessages, holdMessages } from './hold-messages.ts'
import { getDeadLetterQueue } from './operated-queues.ts'
import { redriveMessages, startRedrive, viewRedrive } from './redrive.ts'

/** A message is looked for among so many of a queue. */
const SEARCHED_AT_MOST = 500
/** Messages that are held and thrown away at once. */
const PORTION = 100
/** A request is answered before its function's time is over. */
const PURGE_MILLISECONDS = 8_000

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
  await using held = await holdUntil(described.url, messageId)
  const wanted = held.messages.filter((message) => message.messageId === messageId)
  if (wanted.length === 0) throw notFound('message in this queue')
  await redriveMessages(held, wanted, described.sourceUrl)
  log('dead_letters.redriven', { queue, messageId, userId })
  return { moved: wanted.length }
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
    await using held = await holdUntil(url, what.messageId)
    const wanted = held.messages.filter(({ messageId }) => messageId === what.messageId)
    if (wanted.length === 0) throw notFound('message in this queue')
    await held.remove(wanted)
    log('dead_letters.purged', { queue, messageId: what.messageId, purged: wanted.length, userId })
    return { purged: wanted.length, more: false }
  }
  const until = clock() + PURGE_MILLISECONDS
  let purged = 0
  let more = true
  while (more && purged < what.count && clock() < until) {
    await using held = await holdMessages(url, { limit: Math.min(PORTION, what.count - purged) })
    more = held.messages.length > 0
    await held.remove(held.messages)
    purged += held.messages.length
  }
  log('dead_letters.purged', { queue, purged, userId })
  return { purged, more: more && purged < what.count }
}

async function startWhole(queue: DeadLetterQueue): Promise<void> {
  const { status, startedAt } = await viewRedrive(queue)
  if (startedAt !== undefined && status === 'running')
    throw new ServiceError('conflict', 'A redrive of this queue is running: see how far it is.')
  await startRedrive(queue)
}

async function holdUntil(url: string, messageId: string): Promise<HeldMessages> {
  return await holdMessages(url, {
    limit: SEARCHED_AT_MOST,
    isLast: (message) => message.messageId === messageId,
  })
}
