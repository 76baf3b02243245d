import type { QueueName } from '@messaging/contract/queues.ts'
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { DeduplicationScope, FifoThroughputLimit, Queue, type QueueProps } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { WatchedQueue } from '../monitoring/watched.ts'
import { pascalCase } from '../pascal-case.ts'
import { type WorkerConcurrency, workerConcurrency } from '../worker-concurrency.ts'
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts'

export interface WorkerProps extends ServiceFunctionProps {
  readonly entry: keyof WorkerConcurrency
  readonly queue: QueueName
  /** Receipts after which a message that is still there goes to `deadLetters`, except those that wait for a slot. */
  readonly maxReceiveCount: number
  /** Whether the messages of a group come one after the other, each body once in five minutes. @default they come in any order */
  readonly ordered?: boolean
  /** @default 10 */
  readonly batchSize?: number
  /** How long a message in work is not shown to others. @default six times the timeout, as AWS asks for */
  readonly visibilityTimeout?: Duration
  /** How long a message is not shown after it was sent. @default not at all */
  readonly deliveryDelay?: Duration
  /** Whether the function decides when a message that it keeps is shown again. @default after the visibility timeout */
  readonly showsAgain?: boolean
  /** Whether the messages of one organisation may take only a share of the worker. */
  readonly organizationSlots?: boolean
  /** Age that messages reach while all is well. @default none */
  readonly usualAge?: Duration
}

/** An organisation may have this share of a worker's concurrency. */
const ORGANIZATION_SHARE = 1 / 4
/** Between the end of a function and that of its lease. */
const LEASE_SPARE_SECONDS = 5

/** Receipts of a message that waits until its organisation has a slot, for as long as the queue keeps it. */
const SLOT_RECEIPTS = 120

const ORDERED: QueueProps = {
  fifo: true,
  contentBasedDeduplication: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
}

/**
 * A queue and the function that takes its messages in batches and reports them one by one. The function is beside the queue in `scope`:
 * the logical ids of deployed queues depend on it.
 */
export class Worker extends Construct implements WatchedQueue {
  readonly function: ServiceFunction
  readonly queue: Queue
  readonly deadLetters: Queue
  readonly usualAge: Duration

  constructor(scope: Construct, props: WorkerProps) {
    super(scope, pascalCase(props.queue))
    const { settings, timeout = Duration.seconds(15), usualAge = Duration.seconds(0) } = props
    const maximumConcurrency = workerConcurrency(settings)[props.entry]
    this.function = new ServiceFunction(scope, pascalCase(props.entry), {
      ...props,
      timeout,
      environment: { STAGE: settings.stage, ...props.environment },
    })
    this.usualAge = usualAge
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
      visibilityTimeout: props.visibilityTimeout ?? Duration.seconds(6 * timeout.toSeconds()),
      // A dead-lettered message keeps its first sending time: its days in both queues together are the 14 above.
      retentionPeriod: Duration.days(4),
      ...(props.deliveryDelay && { deliveryDelay: props.deliveryDelay }),
      deadLetterQueue: {
        queue: this.deadLetters,
        maxReceiveCount: props.maxReceiveCount + (props.organizationSlots ? SLOT_RECEIPTS : 0),
      },
    })
    const { queueArn, queueUrl } = this.queue
    this.function.allow({
      actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
      resources: [queueArn],
    })
    if (props.showsAgain)
      this.function.allow(
        { actions: ['sqs:ChangeMessageVisibility'], resources: [queueArn] },
        { [`${props.queue.toUpperCase()}_QUEUE_URL`]: queueUrl },
      )
    if (props.organizationSlots) this.#shareAmongOrganizations(maximumConcurrency, timeout)
    new EventSourceMapping(this, 'Mapping', {
      target: this.function.lambda,
      eventSourceArn: queueArn,
      batchSize: props.batchSize ?? 10,
      maxConcurrency: maximumConcurrency,
      reportBatchItemFailures: true,
    })
  }

  /** Tells the function how many messages of one organisation may be in work at a time, so that those of others pass. */
  #shareAmongOrganizations(maximumConcurrency: number, timeout: Duration): void {
    const slots = Math.max(1, Math.floor(maximumConcurrency * ORGANIZATION_SHARE))
    this.function.lambda.addEnvironment('ORGANIZATION_SLOTS', String(slots))
    this.function.lambda.addEnvironment('SLOT_LEASE_SECONDS', String(timeout.toSeconds() + LEASE_SPARE_SECONDS))
  }
}
