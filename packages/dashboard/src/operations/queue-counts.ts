import type { Queue } from '@messaging/contract/dashboard/operations.ts'
import { relativeTime } from '../ui/time-words.ts'

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

/** Returns the age of a queue's oldest message, in words. */
export function oldestText(queue: Pick<Queue, 'oldestAgeSeconds'> | undefined): string {
  const seconds = queue?.oldestAgeSeconds ?? null
  return seconds === null ? '–' : relativeTime(-seconds * 1000, 0)
}
