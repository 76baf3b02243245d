import type { QueueName } from '@messaging/contract/queues.ts'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { grantModels } from './constructs/model-access.ts'
import type { FunctionCode } from './constructs/service-function.ts'
import { Worker } from './constructs/worker.ts'
import type { DataStack } from './data-stack.ts'
import type { Settings } from './settings.ts'

export interface WorkersProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly data: DataStack
  /** Where clients find the API: URLs in webhook payloads begin with it. */
  readonly publicBaseUrl: string
}

/**
 * Receipts of a delivery beyond its attempts, for throttled invocations and functions that died: they count, but attempt nothing.
 * With the visibility timeout of three minutes they last for half an hour in which the account has no concurrency left. An exhausted
 * message takes them at once, so that more would cost more.
 */
const SPARE_DELIVERY_RECEIPTS = 10
/** Receipts of a turn beyond its tries, for throttled pollers and functions that died. */
const SPARE_TURN_RECEIPTS = 4
/**
 * Receipts of a check or a step of a replay. Both can be tried again at any time. A receipt whose invocation was throttled counts
 * as well, so these last for half an hour in which the account has no concurrency left.
 */
const RETRYABLE_RECEIPTS = 20
/** What is announced is looked for about forty times until its form has expired; the others are failures of AWS's. */
const DOCUMENT_RECEIPTS = 60

/** Creates the worker of each queue, with what it may reach of the data. */
export function createWorkers(scope: Construct, props: WorkersProps): Readonly<Record<QueueName, Worker>> {
  return {
    deliveries: createDeliver(scope, props),
    windows: createWindow(scope, props),
    replays: createReplay(scope, props),
    turns: createAnswer(scope, props),
    documents: createExtract(scope, props),
  }
}

/** Attempts deliveries. It decides by each message's visibility when a delivery is attempted again. */
function createDeliver(scope: Construct, { settings, code, data }: WorkersProps): Worker {
  const { retryDelaysSeconds } = settings
  const worker = new Worker(scope, {
    settings,
    code,
    entry: 'deliver',
    queue: 'deliveries',
    // One attempt takes at most 10 s, and a batch is attempted in parallel. The lease of an attempt lasts as long.
    timeout: Duration.seconds(30),
    maxReceiveCount: retryDelaysSeconds.length + 1 + SPARE_DELIVERY_RECEIPTS,
    showsAgain: true,
    // A retried delivery waits in its queue; once it was received three times SQS does not count it any more.
    usualAge: Duration.seconds(sum(retryDelaysSeconds.slice(0, 2))),
    environment: {
      RETRY_DELAYS_SECONDS: retryDelaysSeconds.join(','),
      ALLOW_PRIVATE_DESTINATIONS: String(settings.allowPrivateDestinations),
      // Names are looked up in threads of which Node has four: four slow names would hold up the rest of a batch.
      UV_THREADPOOL_SIZE: '16',
    },
  })
  data.table.grant(worker.function, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'])
  data.key.grantDecrypt(worker.function, 'webhook-signing')
  return worker
}

/** Does what is due at a time: service windows and wake-ups. */
function createWindow(scope: Construct, { settings, code, data }: WorkersProps): Worker {
  const worker = new Worker(scope, {
    settings,
    code,
    entry: 'window',
    queue: 'windows',
    maxReceiveCount: RETRYABLE_RECEIPTS,
    environment: {
      SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
      SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: String(settings.serviceWindowExpiringLeadSeconds),
    },
  })
  data.table.grant(worker.function, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'])
  return worker
}

/** Makes the steps of bulk replays. */
function createReplay(scope: Construct, { settings, code, data }: WorkersProps): Worker {
  const worker = new Worker(scope, {
    settings,
    code,
    entry: 'replay',
    queue: 'replays',
    maxReceiveCount: RETRYABLE_RECEIPTS,
  })
  data.table.grant(worker.function, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'])
  data.table.grantQueryIndex(worker.function)
  return worker
}

/**
 * Takes the turns of agents, one at a time for each conversation. It decides when a turn is tried again, and by the turn's own
 * record when no more: then the message is received without work until it is a dead letter.
 */
function createAnswer(scope: Construct, { settings, code, data, publicBaseUrl }: WorkersProps): Worker {
  const { modelRetryDelaysSeconds } = settings
  // A turn has 90 seconds; the rest is for saying what became of it.
  const timeout = Duration.seconds(120)
  const worker = new Worker(scope, {
    settings,
    code,
    entry: 'answer',
    queue: 'turns',
    timeout,
    maxReceiveCount: 1 + modelRetryDelaysSeconds.length + SPARE_TURN_RECEIPTS,
    ordered: true,
    batchSize: 1,
    // The customer may write more: the queue waits for less than the worker would.
    deliveryDelay: Duration.seconds(1),
    // The customer waits for it when a worker died: not much longer than a turn can take.
    visibilityTimeout: timeout.plus(Duration.seconds(30)),
    showsAgain: true,
    organizationSlots: true,
    // What waits behind a model that is down; given up, a person knows of it.
    usualAge: Duration.seconds(sum(modelRetryDelaysSeconds)),
    environment: {
      MODEL_RETRY_DELAYS_SECONDS: modelRetryDelaysSeconds.join(','),
      SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
      PUBLIC_BASE_URL: publicBaseUrl,
      ALLOW_PRIVATE_DESTINATIONS: String(settings.allowPrivateDestinations),
    },
  })
  const { function: answer } = worker
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
  return worker
}

/** Reads the files of agents' documents, apart from all else: a file can take all that its reader has. */
function createExtract(scope: Construct, { settings, code, data }: WorkersProps): Worker {
  const timeout = Duration.seconds(120)
  // The logical ids of the deployed function and queue have this part.
  const worker = new Worker(new Construct(scope, 'DocumentReader'), {
    settings,
    code,
    entry: 'extract',
    queue: 'documents',
    timeout,
    memorySize: 1024,
    maxReceiveCount: DOCUMENT_RECEIPTS,
    // A file on which the worker dies must not take others with it.
    batchSize: 1,
    visibilityTimeout: timeout.plus(Duration.seconds(30)),
    showsAgain: true,
    organizationSlots: true,
    // One whose file has not arrived was received three times before it is ten seconds old: no usual age.
  })
  data.table.grant(worker.function, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'])
  data.bucket.grant(worker.function, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'documents/')
  return worker
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
