import type { RelayedQueueName } from '@replywright/contract/queues.ts'
import { EventSourceMapping, FilterCriteria, FilterRule, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration, Lazy, Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { acknowledge, acknowledgeWildcard } from './acknowledge.ts'
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts'
import type { ServiceKey } from './service-key.ts'
import type { ServiceTable } from './service-table.ts'

/** Object keys of the records that Lambda no longer retries. */
const FAILURES = 'aws/lambda/*'

interface RelayProps extends Pick<ServiceFunctionProps, 'settings' | 'code' | 'entry' | 'followsRollout'> {
  readonly table: ServiceTable
  /** Encrypts the bucket of failed records. @default S3's own key */
  readonly encryptionKey?: ServiceKey
}

/** Copies each new item of the table that has an `out` attribute to the queue that `out.q` names. */
export class Relay extends ServiceFunction {
  /** Receives messages that cannot be sent to the queue that they name. */
  readonly dead: Queue
  readonly mapping: EventSourceMapping
  /** The batches that it discarded. */
  readonly discarded: Bucket
  readonly #queueUrls: Record<string, string> = {}

  constructor(scope: Construct, id: string, { table, encryptionKey, ...props }: RelayProps) {
    super(scope, id, { ...props, timeout: Duration.seconds(60), memorySize: 256 })
    this.lambda.addEnvironment(
      'QUEUE_URLS',
      Lazy.string({ produce: () => Stack.of(this).toJsonString(this.#queueUrls) }),
    )
    this.dead = new Queue(this, 'Dead', { enforceSSL: true, retentionPeriod: Duration.days(14) })
    this.allow(
      { actions: ['sqs:SendMessage'], resources: [this.dead.queueArn] },
      { RELAY_DEAD_QUEUE_URL: this.dead.queueUrl },
    )
    acknowledge(
      this.dead,
      'AwsSolutions-SQS3',
      'This is a dead-letter queue itself. Only operators remove its messages.',
    )
    table.grantStreamRead(this)
    this.discarded = this.#keepFailures(encryptionKey)
    this.mapping = new EventSourceMapping(this, 'Mapping', {
      target: this.target,
      eventSourceArn: table.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(0),
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          // `exists` matches leaf nodes only: the type tag below `q` is a leaf, `q` is not.
          dynamodb: { NewImage: { out: { M: { q: { S: FilterRule.exists() } } } } },
        }),
      ],
      reportBatchItemFailures: true,
      // An alarm uses them to detect whether the mapping reads the stream and invokes the function.
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
      bisectBatchOnError: true,
      retryAttempts: -1,
      maxRecordAge: Duration.hours(6),
      onFailure: { bind: () => ({ destination: this.discarded.bucketArn }) },
    })
  }

  /** Allows items to name `queue` as `name` in `out.q`. */
  addQueue(name: RelayedQueueName, queue: IQueue): void {
    this.#queueUrls[name] = queue.queueUrl
    this.allow({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] })
  }

  #keepFailures(encryptionKey: ServiceKey | undefined): Bucket {
    const bucket = new Bucket(this, 'Failures', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(30) }],
      ...(encryptionKey
        ? { encryption: BucketEncryption.KMS, encryptionKey: encryptionKey.key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
    })
    this.allow({ actions: ['s3:PutObject'], resources: [bucket.arnForObjects(FAILURES)] })
    this.allow({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] })
    encryptionKey?.grantUseVia(this, 's3')
    acknowledgeWildcard(this, bucket, `/${FAILURES}`, 'Lambda names each object by mapping, shard and time.')
    acknowledge(bucket, 'AwsSolutions-S1', 'Only Lambda writes to it, and only failed records. Only operators read it.')
    return bucket
  }
}
