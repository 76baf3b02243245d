import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Cloud } from '@messaging/cloud/cloud.ts'
import type { Service } from '@messaging/local/start-service.ts'

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

/** Returns the configuration of an SDK client with the administrator's rights. */
export function connectionOf({ endpointUrl: endpoint, environment, administrator: credentials }: Cloud) {
  return { endpoint, region: environment.region, credentials }
}

/** Returns the output of a stack, or '' if no stack has this output. */
export function outputOf({ outputs }: Cloud, name: string): string {
  return Object.values(outputs).flatMap((stack) => stack[name] ?? [])[0] ?? ''
}

export function administratorOf(service: Service): Administrator {
  const connection = connectionOf(service.cloud)
  const named = Object.values(service.cloud.outputs).flatMap((stack) => Object.entries(stack))
  const queues = named.filter(([name]) => name.endsWith('QueueUrl'))
  const urls = (dead: boolean) => queues.filter(([name]) => name.includes('Dead') === dead).map(([, url]) => url)
  return {
    service,
    tableName: outputOf(service.cloud, 'TableName'),
    bucket: outputOf(service.cloud, 'BucketName'),
    sqs: new SQSClient(connection),
    dynamodb: new DynamoDBClient(connection),
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
