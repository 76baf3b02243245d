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
  readonly queues: Readonly<Record<string, WatchedQueue>>
  /** Queues in which messages end that no worker's queue gave up. */
  readonly deadLetters: Readonly<Record<string, IQueue>>
  readonly functions: Readonly<
    Record<'answer' | 'deliver' | 'ingress' | 'relay', IFunction> & Record<string, IFunction>
  >
  /** The event source mapping of the relay. */
  readonly relayMappingId: string
  readonly scheduleGroup: string
}

/** Every queue in which messages end. */
export function allDeadLetters({ queues, deadLetters }: Watched): Readonly<Record<string, IQueue>> {
  return {
    ...Object.fromEntries(Object.entries(queues).map(([name, queue]) => [name, queue.deadLetters])),
    ...deadLetters,
  }
}
