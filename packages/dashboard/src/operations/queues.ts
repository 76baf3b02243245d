import type { DeadLetter, Queue, QueueHistory } from '@replywright/contract/dashboard/operations.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { valueText } from '../ui/chart-scale.ts'

export interface QueueRow {
  readonly name: string
  /** Undefined for a dead-letter queue without a work queue. */
  readonly work: Queue | undefined
  readonly dead: Queue | undefined
}

/** Returns each work queue with its dead-letter queue, then the dead-letter queues without a work queue. */
export function queueRows(queues: readonly Queue[]): readonly QueueRow[] {
  const find = (kind: Queue['kind'], name: string) => queues.find((queue) => queue.kind === kind && queue.name === name)
  const names = new Set(queues.map(({ name }) => name))
  return [...names]
    .map((name) => ({ name, work: find('work', name), dead: find('dead-letter', name) }))
    .toSorted((a, b) => Number(!a.work) - Number(!b.work))
}

/** Returns the number of all messages in a queue, including delayed and in-flight ones. */
export function totalMessages({ waiting, inFlight, delayed }: Pick<Queue, 'waiting' | 'inFlight' | 'delayed'>): number {
  return waiting + inFlight + delayed
}

/** Returns how long a queue's oldest message has waited, in words. */
export function oldestText(queue: Pick<Queue, 'oldestAgeSeconds'> | undefined): string {
  const seconds = queue?.oldestAgeSeconds ?? null
  return seconds === null ? '–' : valueText(seconds, 'seconds')
}

/**
 * Returns when the oldest dead letter was first sent, or undefined if there is none. SQS's own age of a dead-letter queue
 * starts when a message was moved there, so it does not fit beside the times of the messages.
 */
export function oldestSent(letters: readonly Pick<DeadLetter, 'sentAt'>[]): string | undefined {
  return letters.map(({ sentAt }) => sentAt).toSorted()[0]
}

/** Returns the history of a queue, if there is any. */
export function historyOf(history: QueueHistory | undefined, kind: Queue['kind'], name: string) {
  return history?.queues.find((queue) => queue.kind === kind && queue.name === name)
}

/** Returns the start of each period of a history. */
export function historyTimes({ from, periodSeconds, queues }: QueueHistory): EpochMs[] {
  const start = Date.parse(from)
  return (queues[0]?.waiting ?? []).map((_, index) => start + index * periodSeconds * 1000)
}

/** Dead letters of one endpoint with the same last cause, replayed or not, or those without a delivery. */
export interface LetterGroup {
  readonly key: string
  readonly delivery: DeadLetter['delivery']
  readonly letters: readonly DeadLetter[]
}

/** Groups dead letters by endpoint, last cause and whether they were replayed, the largest group first. Keeps the order of the letters in a group. */
export function letterGroups(letters: readonly DeadLetter[]): readonly LetterGroup[] {
  const groups = Map.groupBy(letters, ({ delivery }) =>
    delivery ? `${delivery.webhookId} ${delivery.cause} ${delivery.isReplayed}` : '',
  )
  return Array.from(groups, ([key, members]) => ({
    key,
    delivery: members[0]?.delivery ?? null,
    letters: members,
  })).toSorted((a, b) => b.letters.length - a.letters.length)
}

interface ReadLetters {
  readonly messages: readonly Pick<DeadLetter, 'delivery'>[]
  readonly more: boolean
}

/** Returns the number of dead letters in a queue: at least those that were read, because SQS's `counted` lags. */
export function deadCount(counted: number, read: ReadLetters | undefined): number {
  return Math.max(counted, read?.messages.length ?? 0)
}

/**
 * Returns the number of dead letters in a queue, with those that were already replayed among the letters that were read. SQS counts
 * them until they are purged.
 */
export function deadCountText(counted: number, read: ReadLetters | undefined): string {
  const count = deadCount(counted, read)
  const replayed = (read?.messages ?? []).filter(({ delivery }) => delivery?.isReplayed).length
  if (!read || replayed === 0) return count.toLocaleString('en')
  if (replayed === count && !read.more)
    return count === 1 ? '1, already replayed' : `${count.toLocaleString('en')}, all already replayed`
  const among = read.more ? `; of the first ${read.messages.length}, ` : ', of which '
  return `${count.toLocaleString('en')}${among}${replayed} ${replayed === 1 ? 'was' : 'were'} already replayed`
}

/** Returns a number of attempts in words, or an empty text if the delivery no longer exists. */
export function attemptsText(count: number | null): string {
  if (count === null) return ''
  return count === 1 ? '1 attempt' : `${count} attempts`
}

/** Returns how many letters a group has: of the ones that were read, `of`, if the queue has more. */
export function groupCountText(count: number, of: number | undefined): string {
  return of === undefined ? `${count}` : `${count} of the first ${of}`
}
