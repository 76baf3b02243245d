import { describeDeadLetterQueue } from '@messaging/core/operations/dead-letters/dead-letter-queue.ts'
import { describeLetters } from '@messaging/core/operations/dead-letters/describe-letters.ts'
import { holdMessages } from '@messaging/core/operations/dead-letters/hold-messages.ts'
import { deadLetterQueues, type NamedQueue } from '@messaging/core/platform/queues/queue-outputs.ts'
import type { Input, Session } from '../../command.ts'
import { deadLetterQueue } from '../../queues.ts'
import { readLimit } from '../../read-options.ts'
import { type Report, tableReport } from '../../report.ts'
import { count, showAge } from '../../show.ts'
import { letterColumns, letterJson } from './letter-view.ts'

const DEFAULT_LIMIT = '50'
/** Number of messages that are read to find the oldest one. */
const SAMPLE = 100

export async function listDeadLetters(input: Input, session: Session): Promise<Report> {
  const { queue, limit = DEFAULT_LIMIT } = input
  if (queue === undefined) return await listQueues(session)
  return await listMessages(deadLetterQueue(session.outputs, queue), readLimit(limit))
}

async function listQueues({ outputs, now }: Session): Promise<Report> {
  const queues = await Promise.all(deadLetterQueues(outputs).map((queue) => inspect(queue, now)))
  return tableReport({
    rows: queues,
    columns: [
      { title: 'QUEUE', of: ({ name }) => name, whole: true },
      {
        title: 'MESSAGES',
        of: ({ messages }) => messages,
        right: true,
        style: ({ messages }) => (messages > 0 ? 'red' : undefined),
      },
      { title: 'HELD', of: ({ held }) => held, right: true },
      { title: 'OLDEST', of: ({ oldest }) => oldest },
      { title: 'REDRIVES TO', of: ({ redrivesTo }) => redrivesTo },
    ],
    json: queues.map(({ oldest, ...queue }) => queue),
    empty: 'This deployment has no dead-letter queues.',
  })
}

async function inspect({ name, url }: NamedQueue, now: number) {
  const { messages, held, sourceUrl } = await describeDeadLetterQueue(url)
  const described = { name, url, messages, held, redrivesTo: sourceUrl?.split('/').at(-1) }
  if (messages === 0) return { ...described, oldestAt: null, oldest: undefined }
  await using sample = await holdMessages(url, { limit: Math.min(SAMPLE, messages) })
  const oldest = Math.min(now, ...sample.messages.map(({ sentAt }) => sentAt))
  return {
    ...described,
    oldestAt: new Date(oldest).toISOString(),
    oldest: `${messages > SAMPLE ? 'at least ' : ''}${showAge(now - oldest)}`,
  }
}

async function listMessages({ name, url }: NamedQueue, limit: number): Promise<Report> {
  await using held = await holdMessages(url, { limit })
  const letters = (await describeLetters(held.messages)).toSorted((a, b) => a.message.sentAt - b.message.sentAt)
  return tableReport({
    rows: letters,
    columns: letterColumns(letters),
    json: { queue: name, messages: letters.map(letterJson), more: held.more },
    empty: `The queue ${name} is empty.`,
    notes: held.more ? ['', `The queue has more than ${count(limit, 'message')}. Increase --limit.`] : [],
  })
}
