import {
  type DeadLetterQueueName,
  QUEUE_NAMES,
  type QueueName,
  UNSENT_QUEUE_NAMES,
} from '@messaging/contract/queues.ts'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Duration } from 'aws-cdk-lib/core'

/** A queue that a worker empties. */
export interface WatchedQueue {
  readonly queue: IQueue
  readonly deadLetters: IQueue
  /** Age that its messages reach while all is well. */
  readonly usualAge: Duration
}

/** What of the way of a message is watched, by the names that alarms and operators' commands use. */
export interface Watched {
  readonly queues: Readonly<Record<QueueName, WatchedQueue>>
  /** Queues in which messages end that no worker's queue gave up. */
  readonly deadLetters: Readonly<Record<Exclude<DeadLetterQueueName, QueueName>, IQueue>>
  readonly functions: Readonly<
    Record<'answer' | 'deliver' | 'ingress' | 'relay', IFunction> & Record<string, IFunction>
  >
  /** The event source mapping of the relay. */
  readonly relayMappingId: string
  readonly scheduleGroup: string
}

/** Returns every queue in which messages end, by name. */
export function deadLetterEntries({ queues, deadLetters }: Watched): (readonly [DeadLetterQueueName, IQueue])[] {
  return [
    ...QUEUE_NAMES.map((name) => [name, queues[name].deadLetters] as const),
    ...UNSENT_QUEUE_NAMES.map((name) => [name, deadLetters[name]] as const),
  ]
}
