import { describeDeadLetterQueue } from '@messaging/core/operations/dead-letters/dead-letter-queue.ts'
import { type DescribedLetter, describeLetters } from '@messaging/core/operations/dead-letters/describe-letters.ts'
import { purgeCount, purgeFound } from '@messaging/core/operations/dead-letters/operate-letters.ts'
import type { NamedQueue } from '@messaging/core/platform/queues/queue-outputs.ts'
import type { Input, Session } from '../../command.ts'
import { deadLetterQueue } from '../../queues.ts'
import { type Report, tableReport } from '../../report.ts'
import { count } from '../../show.ts'
import { notFound, searchFor } from './find.ts'
import { letterColumns, letterJson } from './letter-view.ts'

/** Maximum number of purged messages to show. */
const SHOWN = 50

export async function purgeDeadLetters({ queue = '', id }: Input, session: Session): Promise<Report> {
  const named = deadLetterQueue(session.outputs, queue)
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

function purgeReport({ name }: NamedQueue, letters: readonly DescribedLetter[]): Report {
  const hidden = letters.length - SHOWN
  const about = letters.some(({ delivery }) => delivery)
  return tableReport({
    rows: letters.slice(0, SHOWN),
    columns: letterColumns(letters),
    json: { queue: name, purged: letters.length, messages: letters.map(letterJson) },
    empty: `The queue ${name} is empty.`,
    notes:
      letters.length === 0
        ? []
        : [
            ...(hidden > 0 ? [`… and ${hidden} more`] : []),
            '',
            `${count(letters.length, 'message')} of ${name} deleted.`,
            ...(about
              ? ['The records of the deliveries are kept for 30 days. To replay them: npm run ops -- deliveries replay']
              : []),
          ],
  })
}
