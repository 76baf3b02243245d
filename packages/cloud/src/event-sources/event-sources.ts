import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { TableWrites } from '../dynamodb/table-writes.ts'
import { type CallAction, jsonClient } from '../engines/json-client.ts'
import { disturbed } from '../faults/disturbed.ts'
import type { FaultPlans } from '../faults/faults.ts'
import { functionName, type LambdaService } from '../lambda/lambda-service.ts'
import type { Books } from '../ledger/ledger.ts'
import { queueRequests } from '../ledger/sqs-requests.ts'
import type { Credentials, Environment, Json, Resource } from '../resource.ts'
import { failureDestination } from './failure-destination.ts'
import { isEnabled, readMapping } from './mapping.ts'
import { type Poller, type PollerContext, queueUrlOf } from './poller.ts'
import { type Disturb, startSqsPoller } from './sqs-poller.ts'
import { streamClient } from './stream-client.ts'
import { startStreamPoller } from './stream-poller.ts'

/** How long a stop waits for batches in progress. */
const SHUTDOWN_GRACE_MILLISECONDS = 5000

/** An engine, and the credentials of the pollers. */
interface Engine {
  readonly endpoint: string
  readonly credentials: Credentials
}

interface EventSourcesOptions {
  /** `AWS::Lambda::EventSourceMapping`s. */
  readonly mappings: readonly Resource[]
  readonly resources: readonly Resource[]
  readonly lambda: LambdaService
  readonly environment: Environment
  readonly dynamodb: Engine
  /** The writes that readers of streams wait for. @default none: they read once per second */
  readonly writes?: TableWrites
  /** Returns whether the time to live deleted the item with these keys. @default only what the engine says */
  readonly hasExpired?: (keys: Json | undefined) => boolean
  readonly sqs: Engine
  /** Calls SQS. @default over HTTP */
  readonly callSqs?: CallAction
  /** The engine of on-failure buckets. @default that of SQS */
  readonly s3?: Engine
  /** Checkpoints are stored in its folder `event-sources`. */
  readonly dataDir: string
  readonly log?: (line: { function: string; line: string }) => void
  /** Called before each call of a mapping to its queue. */
  readonly faults?: Pick<FaultPlans, 'next'>
  /** Records the cost of these calls. */
  readonly books?: Pick<Books, 'request' | 'charge'>
}

/** Polls the queues and streams of all enabled mappings at the engines. @throws Error for an unsupported mapping. */
export function startEventSources(options: EventSourcesOptions): Poller {
  const { region } = options.environment
  const { writes = new TableWrites() } = options
  const s3 = new S3Client({ region, ...(options.s3 ?? options.sqs), forcePathStyle: true })
  const clientOf = (engine: Engine, service: string, target: string) =>
    jsonClient({ endpoint: engine.endpoint, accessKeyId: engine.credentials.accessKeyId, service, target, region })
  const callSqs = options.callSqs ?? clientOf(options.sqs, 'sqs', 'AmazonSQS')
  const client = streamClient(
    clientOf(options.dynamodb, 'dynamodb', 'DynamoDB_20120810'),
    clientOf(options.dynamodb, 'dynamodb', 'DynamoDBStreams_20120810'),
  )

  const start = (resource: Resource): Poller => {
    const mapping = readMapping(resource)
    const name = functionName(mapping.functionName)
    const log = (line: string) => options.log?.({ function: name, line })
    const context: PollerContext = { lambda: options.lambda, region, log }
    const sqsEndpoint = options.sqs.endpoint
    if (mapping.kind === 'queue') {
      const queueUrl = queueUrlOf(sqsEndpoint, mapping.sourceArn)
      return startSqsPoller(mapping, { ...context, ...ownCalls(name, mapping.sourceArn, options), callSqs, queueUrl })
    }
    const destination = failureDestination(mapping.onFailureArn, { callSqs, sqsEndpoint, s3, log })
    const checkpointFile = join(options.dataDir, 'event-sources', `${encodeURIComponent(mapping.id)}.json`)
    return startStreamPoller({
      ...context,
      mapping,
      client,
      writes,
      hasExpired: options.hasExpired,
      destination,
      checkpointFile,
    })
  }

  const pollers = options.mappings.filter(isEnabled).map(start)
  return {
    async stop() {
      const grace = Promise.withResolvers<void>()
      const timer = setTimeout(grace.resolve, SHUTDOWN_GRACE_MILLISECONDS)
      await Promise.race([Promise.all(pollers.map((poller) => poller.stop())), grace.promise])
      clearTimeout(timer)
      s3.destroy()
    },
  }
}

/** Builds a mapping's calls to its queue, with planned faults and billing to its function. */
function ownCalls(fn: string, queueArn: string, { faults, books }: Pick<EventSourcesOptions, 'faults' | 'books'>) {
  const disturb: Disturb = (action, messages, act) => {
    const Records = messages.map(({ receiptHandle, body }) => ({ receiptHandle, body }))
    const request = JSON.stringify({ Records })
    const fault = faults?.next({ by: 'mapping', function: fn, service: 'sqs', action, request, event: undefined })
    return disturbed(fault, act, { fail, throttle: fail, conflict: fail, kill: async () => {} })
  }
  const bill = (action: string, bytes: number) => {
    books?.request(fn, 'sqs', action)
    books?.charge(fn, queueRequests(queueArn, bytes))
  }
  return { disturb, bill }
}

function fail(): never {
  throw new Error('A planned fault')
}
