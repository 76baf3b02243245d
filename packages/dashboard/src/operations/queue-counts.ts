import type { Queue } from '@messaging/contract/dashboard/operations.ts'
import { relativeTime } from '../ui/time-words.ts'

/** A work queue, with what was given up of it. */
export interface QueueRow {
  readonly name: string
  /** Undefined for dead letters that come from no work queue. */
  readonly work: Queue | undefined
  readonly dead: Queue | undefined
}

/** Each work queue with its dead letters, then the dead letters that come from no work queue. */
export function queueRows(queues: readonly Queue[]): readonly QueueRow[] {
  const find = (kind: Queue['kind'], name: string) => queues.find((queue) => queue.kind === kind && queue.name === name)
  const names = new Set(queues.map(({ name }) => name))
  return [...names]
    .map((name) => ({ name, work: find('work', name), dead: find('dead-letter', name) }))
    .toSorted((a, b) => Number(!a.work) - Number(!b.work))
}

/** Everything that lies in a queue, whether it can be received now or not. */
export function held({ waiting, inFlight, delayed }: Pick<Queue, 'waiting' | 'inFlight' | 'delayed'>): number {
  return waiting + inFlight + delayed
}

/** When a queue's oldest message was sent, in words. */
export function oldestText(queue: Pick<Queue, 'oldestAgeSeconds'> | undefined): string {
  const seconds = queue?.oldestAgeSeconds ?? null
  return seconds === null ? '–' : relativeTime(-seconds * 1000, 0)
}
