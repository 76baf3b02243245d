import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { DeduplicationScope, FifoThroughputLimit, Queue, type QueueProps } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { ServiceFunction } from './service-function.ts'

export interface WorkerQueueProps {
  readonly worker: ServiceFunction
  /** Receipts after which a message that is still there goes to `deadLetters`. */
  readonly maxReceiveCount: number
  /** Batches that may run at the same time. */
  readonly maximumConcurrency: number
  /** Whether the messages of a group come one after the other, each body once in five minutes. @default they come in any order */
  readonly ordered?: boolean
  /** @default 10 */
  readonly batchSize?: number
  /** How long a message in work is not shown to others. @default six times the worker's timeout, as AWS asks for */
  readonly visibilityTimeout?: Duration
  /** How long a message is not shown after it was sent. @default not at all */
  readonly deliveryDelay?: Duration
}

/** An organisation may have this share of a worker's concurrency. */
const ORGANIZATION_SHARE = 1 / 4
/** Between the end of a function and that of its lease. */
const LEASE_SPARE_SECONDS = 5

/** Receipts of a message that waits until its organisation has a slot, for as long as the queue keeps it. */
export const SLOT_RECEIPTS = 120

/** What tells a worker how many messages of one organisation may be in work at a time, so that those of others pass. */
export function organizationSlots({
  worker,
  maximumConcurrency,
}: Pick<WorkerQueueProps, 'worker' | 'maximumConcurrency'>): Readonly<Record<string, string>> {
  return {
    ORGANIZATION_SLOTS: String(Math.max(1, Math.floor(maximumConcurrency * ORGANIZATION_SHARE))),
    SLOT_LEASE_SECONDS: String((worker.lambda.timeout?.toSeconds() ?? 3) + LEASE_SPARE_SECONDS),
  }
}

const ORDERED: QueueProps = {
  fifo: true,
  contentBasedDeduplication: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
}

/** A queue with its worker, which takes messages in batches and reports them one by one. */
export class WorkerQueue extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, props: WorkerQueueProps) {
    super(scope, id)
    const { worker, maxReceiveCount, maximumConcurrency, batchSize = 10 } = props
    const order = props.ordered ? ORDERED : {}
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...order,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    this.queue = new Queue(this, 'Queue', {
      ...order,
      enforceSSL: true,
      // So that a slow batch is not seen twice.
      visibilityTimeout: props.visibilityTimeout ?? Duration.seconds(6 * (worker.lambda.timeout?.toSeconds() ?? 3)),
      // A dead-lettered message keeps its first sending time: its days in both queues together are the 14 above.
      retentionPeriod: Duration.days(4),
      deliveryDelay: props.deliveryDelay,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    })
    worker.allow({
      actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
      resources: [this.queue.queueArn],
    })
    new EventSourceMapping(this, 'Mapping', {
      target: worker.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize,
      maxConcurrency: maximumConcurrency,
      reportBatchItemFailures: true,
    })
  }
}
