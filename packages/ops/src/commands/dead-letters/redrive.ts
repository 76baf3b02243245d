import { setTimeout } from 'node:timers/promises'
import {
  type DeadLetterQueue,
  describeDeadLetterQueue,
} from '@messaging/core/operations/dead-letters/dead-letter-queue.ts'
import { holdMessages } from '@messaging/core/operations/dead-letters/hold-messages.ts'
import { redriveFound } from '@messaging/core/operations/dead-letters/operate-letters.ts'
import {
  cancelRedrive,
  type RedriveProgress,
  redriveMessages,
  startRedrive,
  viewRedrive,
} from '@messaging/core/operations/dead-letters/redrive.ts'
import type { NamedQueue } from '@messaging/core/platform/queues/queue-outputs.ts'
import type { Input, Session } from '../../command.ts'
import { deadLetterQueue } from '../../queues.ts'
import { readLimit } from '../../read-options.ts'
import type { Report } from '../../report.ts'
import { count } from '../../show.ts'
import { notFound, searchFor } from './find.ts'

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
