import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Cloud } from '@replywright/cloud'
import type { Service } from '@replywright/local/start-service.ts'

/** A service with clients that have the administrator's rights. */
export interface Administrator {
  readonly service: Service
  readonly tableName: string
  /** The bucket of documents and pictures. */
  readonly bucket: string
  readonly sqs: SQSClient
  readonly dynamodb: DynamoDBClient
  /** URLs of the queues with workers. */
  readonly workQueues: readonly string[]
  /** URLs of the queues without a worker: dead letters, and records that the relay cannot send. */
  readonly deadQueues: readonly string[]
}

function connectionOf({ endpointUrl: endpoint, environment, administrator: credentials }: Cloud) {
  return { endpoint, region: environment.region, credentials }
}

/** Returns the output of a stack, or '' if no stack has this output. */
export function outputOf({ outputs }: Cloud, name: string): string {
  return Object.values(outputs).flatMap((stack) => stack[name] ?? [])[0] ?? ''
}

/** A class of SDK clients. */
type ClientClass<Client> = new (connection: ReturnType<typeof connectionOf>) => Client

const clients = new WeakMap<Cloud, Map<unknown, unknown>>()

/** Returns the client of a service with the administrator's rights. All tests of a cloud share its connections. */
export function clientOf<Client>(Class: ClientClass<Client>, cloud: Cloud): Client {
  const known = clients.get(cloud) ?? new Map<unknown, unknown>()
  clients.set(cloud, known)
  const kept = known.get(Class)
  if (kept instanceof Class) return kept
  const client = new Class(connectionOf(cloud))
  known.set(Class, client)
  return client
}

export function administratorOf(service: Service): Administrator {
  const { cloud } = service
  const named = Object.values(cloud.outputs).flatMap((stack) => Object.entries(stack))
  const queues = named.filter(([name]) => name.endsWith('QueueUrl'))
  const urls = (dead: boolean) => queues.filter(([name]) => name.includes('Dead') === dead).map(([, url]) => url)
  return {
    service,
    tableName: outputOf(cloud, 'TableName'),
    bucket: outputOf(cloud, 'BucketName'),
    sqs: clientOf(SQSClient, cloud),
    dynamodb: clientOf(DynamoDBClient, cloud),
    workQueues: urls(false),
    deadQueues: urls(true),
  }
}

/**
 * Lets core work in this process as the administrator of a service. Core's clients and entities remember the first service that
 * they were used for.
 */
export function actAsAdministrator({ environment }: Service): void {
  Object.assign(process.env, environment)
}
