import type { RelayedQueueName } from '@replywright/contract/queues.ts'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { HourlyMessage } from './constructs/hourly-message.ts'
import {
  allowEmbedding,
  allowGuardrails,
  allowMail,
  allowScans,
  allowTranscribe,
  grantModels,
} from './constructs/rights.ts'
import type { FunctionCode } from './constructs/service-function.ts'
import { Worker, WorkQueue } from './constructs/worker.ts'
import type { DataStack } from './data-stack.ts'
import { busesText, type Settings } from './settings.ts'
import { workerConcurrency } from './worker-concurrency.ts'

interface WorkersProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly data: DataStack
  /** The API's base URL, the prefix of URLs in webhook payloads. */
  readonly publicBaseUrl: string
}

/**
 * Receives of a message of a delivery: its attempt, and spare ones. Throttled invocations and crashed functions count as receives
 * without an attempt. With the visibility timeout of three minutes, they cover half an hour without free concurrency. An exhausted
 * message uses them up immediately, so more would cost more.
 */
const DELIVERY_RECEIPTS = 11
/** SQS delays a message by at most 15 minutes. */
const MAX_DELAY_SECONDS = 900
/** Receives of a turn in addition to its attempts, for throttled pollers and crashed functions. */
const SPARE_TURN_RECEIPTS = 4
/** Receives of a check or a replay step. Throttled invocations count: enough for half an hour without concurrency. */
const RETRYABLE_RECEIPTS = 20
/** The worker checks for an announced upload about 40 times until its form expires. The rest covers AWS failures. */
const DOCUMENT_RECEIPTS = 60

type Workers = Readonly<Record<RelayedQueueName, Worker> & { 'slow-deliveries': WorkQueue }>

export function createWorkers(scope: Construct, props: WorkersProps): Workers {
  return {
    ...createDeliver(scope, props),
    windows: createWindow(scope, props),
    replays: createReplay(scope, props),
    turns: createAnswer(scope, props),
    documents: createExtract(scope, props),
    proofs: createProve(scope, props),
  }
}

/**
 * Creates the worker for delivery attempts, and its queue of slow endpoints, whose waits use other executions. It sends a delayed
 * message for each retry.
 */
function createDeliver(
  scope: Construct,
  { settings, code, data }: WorkersProps,
): Pick<Workers, 'deliveries' | 'slow-deliveries'> {
  const { retryDelaysSeconds } = settings
  // One attempt takes at most 10 s, and the attempts of a batch run in parallel. The lease of an attempt also lasts 30 s.
  const timeout = Duration.seconds(30)
  const queue = {
    maxReceiveCount: DELIVERY_RECEIPTS,
    changesVisibility: true,
    // The message of a retry waits in the queue.
    usualAge: Duration.seconds(Math.min(MAX_DELAY_SECONDS, Math.max(0, ...retryDelaysSeconds))),
  }
  const buses = Object.keys(settings.eventBusArns)
  const worker = new Worker(scope, {
    ...queue,
    settings,
    code,
    entry: 'deliver',
    // The attempts of a delivery, the waits between them, and the steps of a search bound its chains: docs/operations.md, RecursiveLoops.
    continuesItself: true,
    followsRollout: true,
    queue: 'deliveries',
    timeout,
    environment: {
      RETRY_DELAYS_SECONDS: retryDelaysSeconds.join(','),
      SLOW_RESPONSE_MILLISECONDS: String(settings.slowResponseMilliseconds),
      ALLOW_PRIVATE_DESTINATIONS: String(settings.allowPrivateDestinations),
      ...(buses.length > 0 && { EVENT_BUS_ARNS: busesText(settings.eventBusArns) }),
      // Node resolves names in a pool of four threads by default. Four slow names would delay the rest of a batch.
      UV_THREADPOOL_SIZE: '16',
      ...tracesEnvironment(settings),
    },
  })
  data.table.grant(worker.function, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'])
  // The entry of an endpoint that it disables.
  data.table.grantAudit(worker.function, ['dynamodb:PutItem'])
  data.key.grantDecrypt(worker.function, 'webhook-signing')
  // The data key of the first delivery.
  data.key.grantEncrypt(worker.function, 'webhook-signing')
  const maximumConcurrency = workerConcurrency(settings).deliverSlow
  const slow = new WorkQueue(
    scope,
    { function: worker.function, timeout, maximumConcurrency },
    { ...queue, queue: 'slow-deliveries' },
  )
  worker.function.allow({ actions: ['sqs:SendMessage'], resources: [worker.queue.queueArn, slow.queue.queueArn] })
  if (buses.length > 0) worker.function.allow({ actions: ['events:PutEvents'], resources: buses })
  allowMail(worker.function, settings)
  return { deliveries: worker, 'slow-deliveries': slow }
}

/** Creates the worker for scheduled work: service windows, wake-ups and merges. */
function createWindow(scope: Construct, { settings, code, data }: WorkersProps): Worker {
  const worker = new Worker(scope, {
    settings,
    code,
    entry: 'window',
    followsRollout: true,
    queue: 'windows',
    maxReceiveCount: RETRYABLE_RECEIPTS,
    environment: {
      SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
      SERVICE_WINDOW_EXPIRING_LEAD_SECONDS: String(settings.serviceWindowExpiringLeadSeconds),
    },
  })
  data.table.grant(worker.function, [
    'dynamodb:BatchGetItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ])
  data.table.grantQueryActivity(worker.function)
  // What belongs to a customer who turned out to be another one is moved.
  data.table.grantBelow(worker.function, ['dynamodb:Query'], ['c#', 'memory#', 'merge#'])
  data.table.grantBelow(worker.function, ['dynamodb:DeleteItem'], ['c#', 'merge#', 'consent#'])
  data.table.grantBelow(worker.function, ['dynamodb:ConditionCheckItem'], ['merge#', 'merged#'])
  // Members get mails about customers who still wait.
  data.table.grantBelow(worker.function, ['dynamodb:Query'], ['o#'])
  allowMail(worker.function, settings)
  // Choices about marketing are stored under keyed hashes.
  data.key.grantDecrypt(worker.function, 'provider-app')
  data.table.grantAudit(worker.function, ['dynamodb:PutItem'])
  data.table.grantBelow(worker.function, ['dynamodb:DeleteItem', 'dynamodb:Query'], ['held#'])
  return worker
}

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
 * Creates the worker for agents' turns, one at a time per conversation. It decides when a turn is retried. When the turn's record
 * says that retries are exhausted, the message is received without work until it becomes a dead letter.
 */
function createAnswer(scope: Construct, { settings, code, data, publicBaseUrl }: WorkersProps): Worker {
  const { modelRetryDelaysSeconds } = settings
  // A turn has 90 seconds. The rest is for recording the result.
  const timeout = Duration.seconds(120)
  const worker = new Worker(scope, {
    settings,
    code,
    entry: 'answer',
    followsRollout: true,
    queue: 'turns',
    timeout,
    memorySize: settings.answerMemoryMegabytes,
    maxReceiveCount: 1 + modelRetryDelaysSeconds.length + SPARE_TURN_RECEIPTS,
    ordered: true,
    batchSize: 1,
    // The customer may send more messages. A delay in the queue costs less than waiting in the worker.
    deliveryDelay: Duration.seconds(1),
    // The customer waits this long after a crash of the worker, so it is only slightly longer than a turn.
    visibilityTimeout: timeout.plus(Duration.seconds(30)),
    changesVisibility: true,
    organizationSlots: true,
    // Messages wait this long while a model is unavailable. After the last retry, a person is notified.
    usualAge: Duration.seconds(sum(modelRetryDelaysSeconds)),
    environment: {
      MODEL_RETRY_DELAYS_SECONDS: modelRetryDelaysSeconds.join(','),
      ...agentEnvironment(settings, publicBaseUrl),
      ...tracesEnvironment(settings),
    },
  })
  const { function: answer } = worker
  data.table.grant(answer, [
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ])
  for (const purpose of ['agent-secret', 'model', 'provider-app', 'provider-token'] as const)
    data.key.grantDecrypt(answer, purpose)
  // Pictures that agents made, and copies of customers' files.
  data.bucket.grant(answer, ['s3:GetObject', 's3:PutObject'], 'media/')
  data.bucket.grant(answer, ['s3:GetObject'], 'documents/')
  grantModels(answer, settings)
  allowTranscribe(answer, settings)
  allowGuardrails(answer, settings)
  allowEmbedding(answer, settings)
  // What an organisation used is the sum of its agents, which the index lists.
  data.table.grantQueryIndex(answer)
  // The events of a session that exceed a transaction are written only while the session is not reported.
  data.table.grantBelow(answer, ['dynamodb:ConditionCheckItem'], ['c#'])
  allowMail(answer, settings)
  return worker
}

/** Creates the worker that reads agents' documents. It is separate because a file can exhaust the memory and time of its reader. */
function createExtract(scope: Construct, { settings, code, data }: WorkersProps): Worker {
  const timeout = Duration.seconds(120)
  const callsModel = settings.embeddingModel !== '' || settings.scanModel !== ''
  // The logical ids of the deployed function and queue contain this id.
  const worker = new Worker(new Construct(scope, 'DocumentReader'), {
    settings,
    code,
    entry: 'extract',
    queue: 'documents',
    timeout,
    // A scanned page has up to 36 million pixels, which are decoded.
    memorySize: settings.scanModel ? 2048 : 1024,
    maxReceiveCount: DOCUMENT_RECEIPTS,
    // A file that crashes the worker must not affect others.
    batchSize: 1,
    visibilityTimeout: timeout.plus(Duration.seconds(30)),
    changesVisibility: true,
    organizationSlots: true,
    environment: {
      ALLOW_PRIVATE_DESTINATIONS: String(settings.allowPrivateDestinations),
      ...(settings.embeddingModel && { EMBEDDING_MODEL: settings.embeddingModel }),
      ...(settings.scanModel && { SCAN_MODEL: settings.scanModel, SCAN_PAGES: String(settings.scanPages) }),
      ...(callsModel && { MODEL_PRICES: settings.modelPrices }),
    },
    // No usual age: a message without its file is received three times within ten seconds.
  })
  data.table.grant(worker.function, [
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ])
  // The websites of an hour of the day, for which it sends messages.
  data.table.grantQueryIndex(worker.function)
  worker.function.allow({ actions: ['sqs:SendMessage'], resources: [worker.queue.queueArn] })
  new HourlyMessage(scope, 'DueWebsites', {
    description: 'Has the websites read whose hour has come',
    queue: worker.queue,
    body: { kind: 'due-websites' },
  })
  data.bucket.grant(worker.function, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'documents/')
  allowEmbedding(worker.function, settings)
  allowScans(worker.function, settings)
  // What an organisation used is the sum of its agents.
  if (settings.scanModel) data.table.grant(worker.function, ['dynamodb:BatchGetItem'])
  // The key of the model server.
  if (callsModel) data.key.grantDecrypt(worker.function, 'model')
  return worker
}

/** Receives of a message of a proof: two retries of a failed model, and spare ones for throttled pollers. */
const PROOF_RECEIPTS = 12

/**
 * Creates the worker that plays conversations with agents to prove them. It has no right to send: no provider's token, no
 * queue, no schedule, and it only reads files.
 */
function createProve(scope: Construct, { settings, code, data, publicBaseUrl }: WorkersProps): Worker {
  // A conversation is played in one run, of at most ten minutes. The rest is for recording the result.
  const timeout = Duration.minutes(15)
  const worker = new Worker(scope, {
    settings,
    code,
    entry: 'prove',
    queue: 'proofs',
    timeout,
    memorySize: settings.answerMemoryMegabytes,
    maxReceiveCount: PROOF_RECEIPTS,
    batchSize: 1,
    visibilityTimeout: timeout.plus(Duration.seconds(30)),
    changesVisibility: true,
    // A proof has as many messages as conversations, which wait for the workers.
    usualAge: Duration.hours(1),
    environment: {
      ...agentEnvironment(settings, publicBaseUrl),
      ...(settings.testModel && { TEST_MODEL: settings.testModel }),
    },
  })
  const { function: prove } = worker
  data.table.grant(prove, [
    'dynamodb:BatchGetItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ])
  data.table.grantQueryIndex(prove)
  data.table.grantQueryActivity(prove)
  // The result of a conversation is stored only while the conversation is.
  data.table.grantBelow(prove, ['dynamodb:ConditionCheckItem'], ['c#'])
  for (const purpose of ['agent-secret', 'model'] as const) data.key.grantDecrypt(prove, purpose)
  // Copies of customers' files that exist. It makes none.
  data.bucket.grant(prove, ['s3:GetObject'], 'media/')
  data.bucket.grant(prove, ['s3:GetObject'], 'documents/')
  grantModels(prove, settings)
  allowTranscribe(prove, settings)
  allowGuardrails(prove, settings)
  allowEmbedding(prove, settings)
  // A limit that a proof nearly uses up is mailed as one of a turn.
  allowMail(prove, settings)
  return worker
}

/** Returns what a worker reads that sends traces to a collector; nothing without one. */
function tracesEnvironment({ otlpEndpoint, otlpHeaders, otlpContent }: Settings): Record<string, string> {
  if (otlpEndpoint === '') return {}
  return {
    OTLP_ENDPOINT: otlpEndpoint,
    OTLP_CONTENT: String(otlpContent),
    ...(otlpHeaders !== '' && { OTLP_HEADERS: otlpHeaders }),
  }
}

/** Returns what a worker reads that runs turns of agents. */
function agentEnvironment(settings: WorkersProps['settings'], publicBaseUrl: string): Record<string, string> {
  return {
    MODEL_HISTORY_TOKENS: String(settings.modelHistoryTokens),
    MODEL_MAX_OUTPUT_TOKENS: String(settings.modelMaxOutputTokens),
    MODEL_PRICES: settings.modelPrices,
    ...(settings.embeddingModel && { EMBEDDING_MODEL: settings.embeddingModel }),
    SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
    PUBLIC_BASE_URL: publicBaseUrl,
    ALLOW_PRIVATE_DESTINATIONS: String(settings.allowPrivateDestinations),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
