import type { QueueName } from '@replywright/contract/queues.ts'
import { EventSourceMapping, type EventSourceMappingProps } from 'aws-cdk-lib/aws-lambda'
import { DeduplicationScope, FifoThroughputLimit, Queue, type QueueProps } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { WatchedQueue } from '../monitoring/watched.ts'
import { type WorkerConcurrency, workerConcurrency } from '../worker-concurrency.ts'
import { pascalCase, ServiceFunction, type ServiceFunctionProps } from './service-function.ts'

interface WorkQueueProps {
  readonly queue: QueueName
  /** Receives after which a message moves to `deadLetters`. */
  readonly maxReceiveCount: number
  /** Whether the queue is FIFO: ordered per message group, and each body at most once in five minutes. @default false */
  readonly ordered?: boolean
  /** @default 10 */
  readonly batchSize?: number
  /** @default six times the timeout, as AWS recommends */
  readonly visibilityTimeout?: Duration
  /** @default no delay */
  readonly deliveryDelay?: Duration
  /** Whether the function may change the visibility timeout of its messages. @default false */
  readonly changesVisibility?: boolean
  /** Age that messages reach in normal operation. @default 0 seconds */
  readonly usualAge?: Duration
}

/** The function that processes the messages of a queue. */
interface QueueConsumer {
  readonly function: ServiceFunction
  readonly timeout: Duration
  /** Batches that it processes at the same time. */
  readonly maximumConcurrency: number
}

interface WorkerProps extends ServiceFunctionProps, WorkQueueProps {
  readonly entry: Exclude<keyof WorkerConcurrency, 'deliverSlow'>
  /** Whether an organisation is limited to a share of the concurrency. Receives without a free slot do not count. */
  readonly organizationSlots?: boolean
}

/** Largest maximum concurrency that AWS accepts for the event source mapping of a queue. */
const MOST_CONCURRENT = 1_000
/** Concurrent batches of one event poller in provisioned mode, and the fewest pollers of a queue. */
const BATCHES_A_POLLER = 10
const LEAST_POLLERS = 2

/** Limits a mapping to a number of concurrent batches. More than 1,000 require provisioned mode. */
function scalingOf(maximum: number): Pick<EventSourceMappingProps, 'maxConcurrency' | 'provisionedPollerConfig'> {
  if (maximum <= MOST_CONCURRENT) return { maxConcurrency: maximum }
  const maximumPollers = Math.ceil(maximum / BATCHES_A_POLLER)
  return { provisionedPollerConfig: { minimumPollers: LEAST_POLLERS, maximumPollers } }
}

/** Share of a worker's concurrency that one organisation may use. */
const ORGANIZATION_SHARE = 1 / 4
/** Time between the function's timeout and the end of its lease. */
const LEASE_SPARE_SECONDS = 5

/** Additional receives for messages that wait until their organisation has a free slot. */
const SLOT_RECEIPTS = 120

const ORDERED: QueueProps = {
  fifo: true,
  contentBasedDeduplication: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
}

/** A queue and its dead-letter queue, and the mapping that invokes a function with its messages. */
export class WorkQueue extends Construct implements WatchedQueue {
  readonly queue: Queue
  readonly deadLetters: Queue
  readonly usualAge: Duration

  constructor(
    scope: Construct,
    { function: consumer, timeout, maximumConcurrency }: QueueConsumer,
    props: WorkQueueProps,
  ) {
    super(scope, pascalCase(props.queue))
    this.usualAge = props.usualAge ?? Duration.seconds(0)
    const order = props.ordered ? ORDERED : {}
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...order,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    this.queue = new Queue(this, 'Queue', {
      ...order,
      enforceSSL: true,
      // Longer than the timeout, so that a slow batch is not received twice.
      visibilityTimeout: props.visibilityTimeout ?? Duration.seconds(6 * timeout.toSeconds()),
      // A dead letter keeps its original timestamp: the 14 days above include its days in this queue.
      retentionPeriod: Duration.days(4),
      ...(props.deliveryDelay && { deliveryDelay: props.deliveryDelay }),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
    })
    const { queueArn, queueUrl } = this.queue
    consumer.allow({
      actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
      resources: [queueArn],
    })
    if (props.changesVisibility)
      consumer.allow(
        { actions: ['sqs:ChangeMessageVisibility'], resources: [queueArn] },
        { [`${props.queue.toUpperCase().replace('-', '_')}_QUEUE_URL`]: queueUrl },
      )
    new EventSourceMapping(this, 'Mapping', {
      target: consumer.target,
      eventSourceArn: queueArn,
      batchSize: props.batchSize ?? 10,
      ...scalingOf(maximumConcurrency),
      reportBatchItemFailures: true,
    })
  }
}

/** A queue and its function, siblings in `scope`, because the logical ids of deployed queues depend on that. */
export class Worker extends WorkQueue {
  readonly function: ServiceFunction

  constructor(scope: Construct, props: WorkerProps) {
    const { settings, timeout = Duration.seconds(15), organizationSlots = false } = props
    const maximumConcurrency = workerConcurrency(settings)[props.entry]
    const worker = new ServiceFunction(scope, pascalCase(props.entry), {
      ...props,
      timeout,
      environment: {
        STAGE: settings.stage,
        ...props.environment,
        ...(organizationSlots && slotsOf(maximumConcurrency, timeout)),
      },
    })
    super(
      scope,
      { function: worker, timeout, maximumConcurrency },
      { ...props, maxReceiveCount: props.maxReceiveCount + (organizationSlots ? SLOT_RECEIPTS : 0) },
    )
    this.function = worker
  }
}

/** Returns the settings that limit the concurrent messages of one organisation. They do not delay those of others. */
function slotsOf(maximumConcurrency: number, timeout: Duration): Record<string, string> {
  return {
    ORGANIZATION_SLOTS: String(Math.max(1, Math.floor(maximumConcurrency * ORGANIZATION_SHARE))),
    SLOT_LEASE_SECONDS: String(timeout.toSeconds() + LEASE_SPARE_SECONDS),
  }
}
