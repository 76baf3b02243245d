import type { DeadLetterQueueName } from '@messaging/contract/queues.ts'
import { words } from './words.ts'

/** A queue's purpose, the meaning of its dead letters, and the next step. */
interface QueueWords {
  readonly title: string
  readonly carries: string
  readonly deadMeans: string
  readonly todo: string
}

const QUEUES: Readonly<Record<string, QueueWords>> = words.queueNames satisfies Record<DeadLetterQueueName, QueueWords>

/** Returns the texts of a queue, or undefined if the queue is unknown. */
export function queueWords(name: string): QueueWords | undefined {
  return Object.hasOwn(QUEUES, name) ? QUEUES[name] : undefined
}

/** Returns the name of a queue in words. */
export function queueTitle(name: string): string {
  return queueWords(name)?.title ?? name
}

export const KNOWN_QUEUES: readonly string[] = Object.keys(QUEUES)
