import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { ServiceFunction } from './service-function.ts'

export interface WorkerQueueProps {
  readonly worker: ServiceFunction
  /** Receipts after which a message that is still there goes to `deadLetters`. */
  readonly maxReceiveCount: number
  /** Batches that may run at the same time. */
  readonly maximumConcurrency: number
}

/** A standard queue with its worker, which takes ten messages at a time and reports them one by one. */
export class WorkerQueue extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { worker, maxReceiveCount, maximumConcurrency }: WorkerQueueProps) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', { enforceSSL: true, retentionPeriod: Duration.days(14) })
    this.queue = new Queue(this, 'Queue', {
      enforceSSL: true,
      // AWS asks for six times the worker's timeout, so that a slow batch is not seen twice.
      visibilityTimeout: Duration.seconds(6 * (worker.lambda.timeout?.toSeconds() ?? 3)),
      // A dead-lettered message keeps its first sending time: its days in both queues together are the 14 above.
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    })
    worker.allow({
      actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
      resources: [this.queue.queueArn],
    })
    new EventSourceMapping(this, 'Mapping', {
      target: worker.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize: 10,
      maxConcurrency: maximumConcurrency,
      reportBatchItemFailures: true,
    })
  }
}
