import { STREAM_LABEL } from '../assembly/data-kinds.ts'
import type { DynamoDbLocal } from '../engines/dynamodb-local.ts'
import { ensureQueue, type Fauxqs } from '../engines/fauxqs.ts'
import { ensureTable } from '../engines/tables.ts'
import type { Resource } from '../resource.ts'
import { ensureSubscription, ensureTopic } from '../sns/sns-service.ts'

const TABLE_TYPES = new Set(['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'])

/** Returns the tables among resources. */
export function tablesOf(resources: readonly Resource[]): Resource[] {
  return resources.filter(({ type }) => TABLE_TYPES.has(type))
}

/** Creates missing tables, queues, buckets, topics, subscriptions. @returns engine ARNs of streams by template ARNs. */
export async function ensureData(
  resources: readonly Resource[],
  { dynamodb, fauxqs }: { readonly dynamodb: DynamoDbLocal; readonly fauxqs: Fauxqs },
): Promise<ReadonlyMap<string, string>> {
  for (const resource of resources) {
    if (resource.type === 'AWS::SQS::Queue') ensureQueue(fauxqs, resource)
    if (resource.type === 'AWS::S3::Bucket') fauxqs.buckets.createBucket(resource.physicalId)
    if (resource.type === 'AWS::SNS::Topic') ensureTopic(fauxqs, resource)
  }
  for (const resource of resources) if (resource.type === 'AWS::SNS::Subscription') ensureSubscription(fauxqs, resource)
  const streams = await Promise.all(
    tablesOf(resources).map(async (table) => {
      const stream = await ensureTable(dynamodb.call, table)
      return stream === undefined ? [] : [[`${table.arn}/stream/${STREAM_LABEL}`, stream] as const]
    }),
  )
  return new Map(streams.flat())
}
