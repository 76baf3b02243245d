import { setTimeout } from 'node:timers/promises'
import type { NamedQueue } from '@replywright/contract/queues.ts'
import {
  type DeadLetterQueue,
  describeDeadLetterQueue,
  holdMessages,
} from '@replywright/core/operations/dead-letters/dead-letter-queue.ts'
import {
  cancelRedrive,
  type DescribedLetter,
  describeLetters,
  purgeCount,
  purgeFound,
  type RedriveProgress,
  redriveFound,
  redriveMessages,
  startRedrive,
  viewRedrive,
} from '@replywright/core/operations/dead-letters/dead-letters.ts'
import type { Input, Session } from '../../command.ts'
import { deadLetterQueue } from '../../queues.ts'
import { readLimit } from '../../read-options.ts'
import { type Report, tableReport } from '../../report.ts'
import { count } from '../../show.ts'
import { letterColumns, letterJson, notFound, SEARCHED_AT_MOST, searchFor } from './inspect.ts'

/** Maximum number of purged messages to show. */
const SHOWN = 50

export async function purgeDeadLetters({ queue = '', id }: Input, session: Session): Promise<Report> {
  const named = deadLetterQueue(session.outputs, queue)
  if (session.flags.has('replayed')) return await purgeReplayed(named, session)
  return id === undefined ? await purgeAll(named, session) : await purgeOne(named, id, session)
}

async function purgeOne(queue: NamedQueue, id: string, session: Session): Promise<Report> {
  await session.confirm(`Delete message ${id} of ${queue.name}?`)
  const letters: DescribedLetter[] = []
  await purgeFound(queue.url, searchFor(id), async (messages) => {
    letters.push(...(await describeLetters(messages)))
  })
  if (letters.length === 0) throw notFound(queue, id)
  return purgeReport(queue, letters)
}

/** Deletes the messages of deliveries that were replayed. */
async function purgeReplayed(queue: NamedQueue, session: Session): Promise<Report> {
  await session.confirm(`Delete the messages of ${queue.name} whose deliveries were replayed?`)
  await using held = await holdMessages(queue.url, { limit: SEARCHED_AT_MOST })
  const letters = (await describeLetters(held.messages)).filter(({ delivery }) => delivery?.replayedAs !== undefined)
  await held.remove(letters.map(({ message }) => message))
  return purgeReport(queue, letters, `The queue ${queue.name} has no message of a delivery that was replayed.`)
}

/** Deletes as many messages as the operator confirmed. Messages that arrive later are kept. */
async function purgeAll(queue: NamedQueue, session: Session): Promise<Report> {
  const { messages: total } = await describeDeadLetterQueue(queue.url)
  if (total === 0) return purgeReport(queue, [])
  await session.confirm(`Delete ${count(total, 'message')} of ${queue.name}?`)
  const progress = session.progress('Messages deleted')
  const letters: DescribedLetter[] = []
  await purgeCount(queue.url, total, async (messages) => {
    letters.push(...(await describeLetters(messages)))
    progress.update(letters.length, total)
  })
  progress.end()
  return purgeReport(queue, letters)
}

function purgeReport(
  { name }: NamedQueue,
  letters: readonly DescribedLetter[],
  empty = `The queue ${name} is empty.`,
): Report {
  const hidden = letters.length - SHOWN
  const about = letters.some(({ delivery }) => delivery)
  return tableReport({
    rows: letters.slice(0, SHOWN),
    columns: letterColumns(letters),
    json: { queue: name, purged: letters.length, messages: letters.map(letterJson) },
    empty,
    notes:
      letters.length === 0
        ? []
        : [
            ...(hidden > 0 ? [`… and ${hidden} more`] : []),
            '',
            `${count(letters.length, 'message')} of ${name} deleted.`,
            ...(about
              ? [
                  'The records of the deliveries are kept until they expire. To replay them: replywright webhook-deliveries replay-failed',
                ]
              : []),
          ],
  })
}

/** A redrive of a few messages takes less than a second, one of many takes minutes. */
const FIRST_PAUSE_MILLISECONDS = 100
const LONGEST_PAUSE_MILLISECONDS = 2000

export async function redriveDeadLetters(input: Input, session: Session): Promise<Report> {
  const { queue = '', limit, id } = input
  const named = deadLetterQueue(session.outputs, queue)
  const described = await describeDeadLetterQueue(named.url)
  if (described.sourceUrl === undefined)
    throw new Error(
      `The messages of ${queue} have no source queue, so they cannot be redriven. ` +
        'Inspect them (dead-letters list), fix the cause, then run: npm run ops -- reconcile',
    )
  if (id !== undefined) return await redriveOne(named, described.sourceUrl, id)
  if (limit !== undefined) return await redriveSome(named, described.sourceUrl, readLimit(limit), session)
  return await redriveAll(named, described, session)
}

function moved(queue: NamedQueue, messages: number, more = ''): Report {
  return {
    json: { queue: queue.name, moved: messages },
    lines: () => [`${count(messages, 'message')} of ${queue.name} moved back.${more}`],
  }
}

async function redriveOne(queue: NamedQueue, sourceUrl: string, id: string): Promise<Report> {
  const messages = await redriveFound(queue.url, searchFor(id), sourceUrl)
  if (messages === 0) throw notFound(queue, id)
  return moved(queue, messages)
}

async function redriveSome(queue: NamedQueue, sourceUrl: string, limit: number, session: Session): Promise<Report> {
  await using held = await holdMessages(queue.url, { limit })
  const progress = session.progress('Messages moved back')
  const messages = [...held.messages]
  for (const [index, message] of messages.entries()) {
    await redriveMessages(held, [message], sourceUrl)
    progress.update(index + 1, messages.length)
  }
  progress.end()
  return moved(queue, messages.length)
}

/** Starts a redrive by SQS and waits until it ends. Ctrl-C cancels it. */
async function redriveAll(named: NamedQueue, queue: DeadLetterQueue, session: Session): Promise<Report> {
  const interrupted = session.interrupted()
  const before = await viewRedrive(queue)
  const handle = await startRedrive(queue)
  const progress = session.progress('Messages moved back')
  let state: RedriveProgress
  let cancelled = false
  for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS)) {
    state = await viewRedrive(queue)
    if (state.startedAt !== before.startedAt) {
      progress.update(state.moved, state.total || undefined)
      if (state.status !== 'running') break
    }
    if (interrupted.aborted && !cancelled) {
      cancelled = true
      await cancelRedrive(handle)
    }
    await setTimeout(pause, undefined, { signal: cancelled ? undefined : interrupted }).catch(() => {})
  }
  progress.end()
  if (state.status === 'failed')
    throw new Error(`The redrive of ${named.name} failed: ${state.failure ?? 'no reason given'}`)
  return moved(
    named,
    state.moved,
    state.status === 'cancelled' ? ' Cancelled. The other messages stay in the dead-letter queue.' : '',
  )
}
