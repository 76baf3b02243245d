import { describeDeadLetterQueue } from '@messaging/core/operations/dead-letters/dead-letter-queue.ts'
import type { DescribedLetter } from '@messaging/core/operations/dead-letters/describe-letters.ts'
import { describeLetters } from '@messaging/core/operations/dead-letters/describe-letters.ts'
import { purgeCount, purgeFound } from '@messaging/core/operations/dead-letters/operate-letters.ts'
import type { NamedQueue } from '@messaging/core/platform/queues/queue-outputs.ts'
import type { Input, Session } from '../../command.ts'
import { deadLetterQueue } from '../../queues.ts'
import { type Report, tableReport } from '../../report.ts'
import { count } from '../../show.ts'
import { notFound, searchFor } from './find.ts'
import { letterColumns, letterJson } from './letter-view.ts'

/** So many of those thrown away are shown. */
const SHOWN = 50

export async function purgeDeadLetters({ queue = '', id }: Input, session: Session): Promise<Report> {
  const named = deadLetterQueue(session.outputs, queue)
  return id === undefined ? await purgeAll(named, session) : await purgeOne(named, id, session)
}

async function purgeOne(queue: NamedQueue, id: string, session: Session): Promise<Report> {
  await session.confirm(`Throw ${id} of ${queue.name} away?`)
  const letters: DescribedLetter[] = []
  await purgeFound(queue.url, searchFor(id), async (messages) => {
    letters.push(...(await describeLetters(messages)))
  })
  if (letters.length === 0) throw notFound(queue, id)
  return thrownAway(queue, letters)
}

/** Throws away as many as there were when the operator was asked: what came since, nobody has agreed to. */
async function purgeAll(queue: NamedQueue, session: Session): Promise<Report> {
  const { messages: total } = await describeDeadLetterQueue(queue.url)
  if (total === 0) return thrownAway(queue, [])
  await session.confirm(`Throw ${count(total, 'message')} of ${queue.name} away?`)
  const progress = session.progress('Messages thrown away')
  const letters: DescribedLetter[] = []
  await purgeCount(queue.url, total, async (messages) => {
    letters.push(...(await describeLetters(messages)))
    progress.update(letters.length, total)
  })
  progress.end()
  return thrownAway(queue, letters)
}

function thrownAway({ name }: NamedQueue, letters: readonly DescribedLetter[]): Report {
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
            `${count(letters.length, 'message')} of ${name} thrown away.`,
            ...(about ? ['The records of the deliveries stay for 30 days: npm run ops -- deliveries replay'] : []),
          ],
  })
}
