import type { Construct } from 'constructs'
import { WorkerQueue, type WorkerQueueProps } from './worker-queue.ts'

/**
 * Receipts beyond the attempts, for throttled invocations and functions that died: they count, but attempt nothing. With the
 * visibility timeout of three minutes they last for half an hour in which the account has no concurrency left. An exhausted
 * message takes them at once, so that more would cost more.
 */
const SPARE_RECEIPTS = 10

export interface DeliveryQueueProps extends Omit<WorkerQueueProps, 'maxReceiveCount'> {
  /** Attempts that a message may take. */
  readonly attempts: number
}

/** A queue whose worker decides by each message's visibility when it is tried again; lost causes end in `deadLetters`. */
export class DeliveryQueue extends WorkerQueue {
  constructor(scope: Construct, id: string, { worker, attempts, maximumConcurrency }: DeliveryQueueProps) {
    super(scope, id, { worker, maximumConcurrency, maxReceiveCount: attempts + SPARE_RECEIPTS })
    worker.allow(
      { actions: ['sqs:ChangeMessageVisibility'], resources: [this.queue.queueArn] },
      { DELIVERIES_QUEUE_URL: this.queue.queueUrl },
    )
  }
}
