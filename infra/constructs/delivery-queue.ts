import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { ServiceFunction } from './service-function.ts'

/** Receipts beyond the attempts, for throttled pollers and functions that died: they count, but attempt nothing. */
const SPARE_RECEIPTS = 4

export interface DeliveryQueueProps {
  readonly worker: ServiceFunction
  /** Attempts that a message may take. */
  readonly attempts: number
  /** Batches that may run at the same time. */
  readonly maximumConcurrency: number
}

/** A queue whose worker decides by each message's visibility when it is tried again; lost causes end in `deadLetters`. */
export class DeliveryQueue extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { worker, attempts, maximumConcurrency }: DeliveryQueueProps) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'DeadLetters', { enforceSSL: true, retentionPeriod: Duration.days(14) })
    this.queue = new Queue(this, 'Queue', {
      enforceSSL: true,
      // AWS asks for six times the worker's timeout, so that a slow batch is not seen twice.
      visibilityTimeout: Duration.seconds(6 * (worker.lambda.timeout?.toSeconds() ?? 3)),
      // A dead-lettered message keeps its first sending time: its days in both queues together are the 14 above.
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: attempts + SPARE_RECEIPTS },
    })
    worker.allow(
      {
        actions: ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [this.queue.queueArn],
      },
      { DELIVERIES_QUEUE_URL: this.queue.queueUrl },
    )
    new EventSourceMapping(this, 'Mapping', {
      target: worker.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize: 10,
      maxConcurrency: maximumConcurrency,
      reportBatchItemFailures: true,
    })
  }
}
