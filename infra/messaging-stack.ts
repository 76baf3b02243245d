import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda'
import { Annotations, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { CheckSchedules } from './constructs/check-schedules.ts'
import { DeliveryQueue } from './constructs/delivery-queue.ts'
import { DocumentReader } from './constructs/document-reader.ts'
import { grantModels } from './constructs/model-access.ts'
import { Relay } from './constructs/relay.ts'
import { type FunctionCode, ServiceFunction } from './constructs/service-function.ts'
import { TurnQueue } from './constructs/turn-queue.ts'
import { WorkerQueue } from './constructs/worker-queue.ts'
import type { DataStack } from './data-stack.ts'
import type { Watched, WatchedQueue } from './monitoring/watched.ts'
import type { Settings } from './settings.ts'
import { LEAST_QUOTA, workerConcurrency } from './worker-concurrency.ts'

/**
 * Receipts of a check or a step of a replay. Both can be tried again at any time. A receipt whose invocation was throttled counts
 * as well, so these last for half an hour in which the account has no concurrency left.
 */
const RETRYABLE_RECEIPTS = 20

export interface MessagingStackProps extends StackProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly data: DataStack
  /** Where clients find the API: URLs in webhook payloads begin with it. */
  readonly publicBaseUrl: string
}

/** The way of a message: the provider's door, the relay behind the table, the workers behind their queues. */
export class MessagingStack extends Stack {
  /** A queue that is named here has alarms and a place on the dashboard. */
  readonly watched: Watched

  constructor(scope: Construct, id: string, { settings, code, data, publicBaseUrl, ...props }: MessagingStackProps) {
    super(scope, id, {
      description: 'Messaging service: ingress, relay, delivery and answers',
      // Deleting it would change the URL that the provider sends messages to.
      terminationProtection: settings.stage !== 'local',
      ...props,
    })
    const concurrency = workerConcurrency(settings)
    if (settings.accountConcurrency < LEAST_QUOTA)
      Annotations.of(this).addWarningV2(
        'messaging:accountConcurrency',
        `Busy workers can take all of the ${settings.accountConcurrency} concurrent executions of this account, so that the provider's messages and API requests are refused. Request a quota of 1,000 (Service Quotas, AWS Lambda, Concurrent executions) and deploy again with the new accountConcurrency.`,
      )

    const ingress = new ServiceFunction(this, 'Ingress', {
      settings,
      code,
      entry: 'ingress',
      timeout: Duration.seconds(20),
      ...(settings.ingressReservedConcurrency > 0 && { reservedConcurrency: settings.ingressReservedConcurrency }),
      environment: {
        STAGE: settings.stage,
        SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
        PUBLIC_BASE_URL: publicBaseUrl,
      },
    })
    data.table.grant(ingress, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'])
    data.key.grantDecrypt(ingress, 'provider-app')
    // What is too large for an item.
    data.bucket.grant(ingress, ['s3:PutObject'], 'parked/')
    // The provider cannot sign for AWS; the function itself verifies the provider's signature.
    const ingressUrl = ingress.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE })

    const deliver = new ServiceFunction(this, 'Deliver', {
      settings,
      code,
      entry: 'deliver',
      // One attempt takes at most 10 s, and a batch is attempted in parallel. The lease of an attempt lasts as long.
      timeout: Duration.seconds(30),
      environment: {
        STAGE: settings.stage,
        RETRY_DELAYS_SECONDS: settings.retryDelaysSeconds.join(','),
        ALLOW_PRIVATE_DESTINATIONS: String(settings.allowPrivateDestinations),
        // Names are looked up in threads of which Node has four: four slow names would hold up the rest of a batch.
        UV_THREADPOOL_SIZE: '16',
      },
    })
    data.table.grant(deliver, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'])
    data.key.grantDecrypt(deliver, 'webhook-signing')
    const deliveries = new DeliveryQueue(this, 'Deliveries', {
      worker: deliver,
      attempts: settings.retryDelaysSeconds.length + 1,
      maximumConcurrency: concurrency.deliver,
    })

    const window = new ServiceFunction(this, 'Window', {
      settings,
      code,
      entry: 'window',
      environment: {
        STAGE: settings.stage,
        SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
        SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: String(settings.serviceWindowExpiringLeadSeconds),
      },
    })
    data.table.grant(window, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'])
    const windows = new WorkerQueue(this, 'Windows', {
      worker: window,
      maxReceiveCount: RETRYABLE_RECEIPTS,
      maximumConcurrency: concurrency.window,
    })
    const schedules = new CheckSchedules(this, 'Schedules', { target: windows.queue })
    schedules.grantCreate(window)

    const replay = new ServiceFunction(this, 'Replay', {
      settings,
      code,
      entry: 'replay',
      environment: { STAGE: settings.stage },
    })
    data.table.grant(replay, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'])
    data.table.grantQueryIndex(replay)
    const replays = new WorkerQueue(this, 'Replays', {
      worker: replay,
      maxReceiveCount: RETRYABLE_RECEIPTS,
      maximumConcurrency: concurrency.replay,
    })

    const answer = new ServiceFunction(this, 'Answer', {
      settings,
      code,
      entry: 'answer',
      // A turn has 90 seconds; the rest is for saying what became of it.
      timeout: Duration.seconds(120),
      memorySize: 512,
      environment: {
        STAGE: settings.stage,
        MODEL_RETRY_DELAYS_SECONDS: settings.modelRetryDelaysSeconds.join(','),
        SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
        PUBLIC_BASE_URL: publicBaseUrl,
        ALLOW_PRIVATE_DESTINATIONS: String(settings.allowPrivateDestinations),
      },
    })
    data.table.grant(answer, [
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ])
    for (const purpose of ['agent-secret', 'model', 'provider-app', 'provider-token'] as const)
      data.key.grantDecrypt(answer, purpose)
    data.bucket.grant(answer, ['s3:GetObject', 's3:PutObject'], 'media/generated/')
    data.bucket.grant(answer, ['s3:GetObject'], 'documents/')
    grantModels(answer, settings)
    const turns = new TurnQueue(this, 'Turns', {
      worker: answer,
      retries: settings.modelRetryDelaysSeconds.length,
      maximumConcurrency: concurrency.answer,
    })

    const documents = new DocumentReader(this, 'DocumentReader', {
      settings,
      code,
      data,
      maximumConcurrency: concurrency.extract,
    })

    const relay = new Relay(this, 'Relay', {
      settings,
      code,
      entry: 'relay',
      table: data.table,
      encryptionKey: data.encryptionKey,
    })
    relay.addQueue('deliveries', deliveries.queue)
    relay.addQueue('windows', windows.queue)
    relay.addQueue('replays', replays.queue)
    relay.addQueue('turns', turns.queue)
    relay.addQueue('documents', documents.queue.queue)

    // A retried delivery waits in its queue; once it was received three times SQS does not count it any more.
    const [firstDelay = 0, secondDelay = 0] = settings.retryDelaysSeconds
    this.watched = {
      queues: {
        deliveries: watch(deliveries, Duration.seconds(firstDelay + secondDelay)),
        windows: watch(windows),
        replays: watch(replays),
        // What waits behind a model that is down; given up, a person knows of it.
        turns: watch(turns, Duration.seconds(sum(settings.modelRetryDelaysSeconds))),
        // One whose file has not arrived was received three times before it is ten seconds old.
        documents: watch(documents.queue),
      },
      deadLetters: { schedules: schedules.deadLetters, relay: relay.dead },
      functions: {
        ingress: ingress.lambda,
        relay: relay.lambda,
        deliver: deliver.lambda,
        window: window.lambda,
        replay: replay.lambda,
        answer: answer.lambda,
        extract: documents.worker.lambda,
      },
      relayMappingId: relay.mapping.eventSourceMappingId,
      scheduleGroup: schedules.groupName,
    }

    const { accountConcurrency, ingressReservedConcurrency } = settings
    new CfnOutput(this, 'WorkerConcurrency', {
      description: 'The quota of concurrent executions that this deployment assumes, and how it is shared',
      value: JSON.stringify({ accountConcurrency, ingressReservedConcurrency, ...concurrency }),
    })
    new CfnOutput(this, 'IngressUrl', { value: ingressUrl.url })
    // For operators: which model answers unless an agent, or the table, names another.
    new CfnOutput(this, 'BedrockModelId', { value: settings.bedrockModelId })
    new CfnOutput(this, 'DeliveriesQueueUrl', { value: deliveries.queue.queueUrl })
    new CfnOutput(this, 'DeliveriesDeadLetterQueueUrl', { value: deliveries.deadLetters.queueUrl })
    new CfnOutput(this, 'WindowsQueueUrl', { value: windows.queue.queueUrl })
    new CfnOutput(this, 'WindowsDeadLetterQueueUrl', { value: windows.deadLetters.queueUrl })
    new CfnOutput(this, 'SchedulesDeadLetterQueueUrl', { value: schedules.deadLetters.queueUrl })
    new CfnOutput(this, 'ReplaysQueueUrl', { value: replays.queue.queueUrl })
    new CfnOutput(this, 'ReplaysDeadLetterQueueUrl', { value: replays.deadLetters.queueUrl })
    new CfnOutput(this, 'TurnsQueueUrl', { value: turns.queue.queueUrl })
    new CfnOutput(this, 'TurnsDeadLetterQueueUrl', { value: turns.deadLetters.queueUrl })
    new CfnOutput(this, 'DocumentsQueueUrl', { value: documents.queue.queue.queueUrl })
    new CfnOutput(this, 'DocumentsDeadLetterQueueUrl', { value: documents.queue.deadLetters.queueUrl })
    new CfnOutput(this, 'RelayDeadQueueUrl', { value: relay.dead.queueUrl })
  }
}

function watch({ queue, deadLetters }: WorkerQueue, usualAge = Duration.seconds(0)): WatchedQueue {
  return { queue, deadLetters, usualAge }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
