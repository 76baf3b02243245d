import { Duration } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { organizationSlots, SLOT_RECEIPTS, WorkerQueue, type WorkerQueueProps } from './worker-queue.ts'

/** Receipts beyond the tries, for throttled pollers and functions that died. */
const SPARE_RECEIPTS = 4

export interface TurnQueueProps extends Pick<WorkerQueueProps, 'worker' | 'maximumConcurrency'> {
  /** How often a model that is down is asked again. */
  readonly retries: number
}

/**
 * The queue of agents' turns, one at a time for each conversation. Its worker decides when a turn is tried again, and by the
 * turn's own record when no more: then the message is received without work until it is a dead letter.
 */
export class TurnQueue extends WorkerQueue {
  constructor(scope: Construct, id: string, { worker, maximumConcurrency, retries }: TurnQueueProps) {
    super(scope, id, {
      worker,
      maximumConcurrency,
      maxReceiveCount: 1 + retries + SPARE_RECEIPTS + SLOT_RECEIPTS,
      ordered: true,
      batchSize: 1,
      // The customer may write more: the queue waits for less than the worker would.
      deliveryDelay: Duration.seconds(1),
      // The customer waits for it when a worker died: not much longer than a turn can take.
      visibilityTimeout: Duration.seconds((worker.lambda.timeout?.toSeconds() ?? 3) + 30),
    })
    worker.allow(
      { actions: ['sqs:ChangeMessageVisibility'], resources: [this.queue.queueArn] },
      { TURNS_QUEUE_URL: this.queue.queueUrl, ...organizationSlots({ worker, maximumConcurrency }) },
    )
  }
}
