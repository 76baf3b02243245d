import {
  type DeadLetterQueueName,
  QUEUE_NAMES,
  type QueueName,
  UNSENT_QUEUE_NAMES,
} from '@replywright/contract/queues.ts'
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Duration } from 'aws-cdk-lib/core'

/** The queue of a worker. */
export interface WatchedQueue {
  readonly queue: IQueue
  readonly deadLetters: IQueue
  /** Age that its messages reach in normal operation. */
  readonly usualAge: Duration
}

/** The monitored resources, by the names that alarms and operators' commands use. */
export interface Watched {
  readonly queues: Readonly<Record<QueueName, WatchedQueue>>
  /** Dead-letter queues that do not belong to a worker's queue. */
  readonly deadLetters: Readonly<Record<Exclude<DeadLetterQueueName, QueueName>, IQueue>>
  readonly functions: Readonly<
    Record<'answer' | 'count' | 'deliver' | 'ingress' | 'relay', IFunction> & Record<string, IFunction>
  >
  readonly relayMappingId: string
  /** The batches that the relay discarded. */
  readonly discarded: IBucket
  readonly scheduleGroup: string
  /** The REST API of the ingress, if it has no URL of its own. */
  readonly ingressApi?: RestApiBase
}

export function deadLetterEntries({ queues, deadLetters }: Watched): (readonly [DeadLetterQueueName, IQueue])[] {
  return [
    ...QUEUE_NAMES.map((name) => [name, queues[name].deadLetters] as const),
    ...UNSENT_QUEUE_NAMES.map((name) => [name, deadLetters[name]] as const),
  ]
}
