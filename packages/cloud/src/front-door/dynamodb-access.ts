import { assignments } from '../dynamodb/item-requests.ts'
import type { AccessRequest } from '../iam/policy.ts'
import { isObject, objectAt, objectsOf, textOf } from '../json.ts'
import type { Environment, Json, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Access, JsonCall } from './call.ts'

const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
}

/** The name of each table's partition key. */
export type PartitionKeys = ReadonlyMap<string, string>

/** Returns the tables of the template with their partition keys. */
export function partitionKeysOf(resources: readonly Resource[]): PartitionKeys {
  const tables = resources.filter(({ type }) => /^AWS::DynamoDB::(Global)?Table$/.test(type))
  return new Map(
    tables.map(({ physicalId, properties }) => {
      const partition = objectsOf(properties.KeySchema).find(({ KeyType }) => KeyType === 'HASH')
      return [physicalId, textOf(partition?.AttributeName) ?? '']
    }),
  )
}

/**
 * Returns the permissions that a DynamoDB or DynamoDB Streams call requires. A transaction requires those of its items'
 * actions, a query of an index that of the index, a batch that of each table. `dynamodb:LeadingKeys` is known for calls
 * that name one item, and for queries of a table.
 * @throws ServiceError for PartiQL.
 */
export function dynamodbAccess(
  { action, input }: JsonCall,
  environment: Environment,
  partitionKeys: PartitionKeys = new Map(),
): Access {
  if (/Statement|^ExecuteTransaction$/.test(action)) {
    throw new ServiceError(400, 'UnknownOperationException', `${action} is not supported`)
  }
  const need = (name: string, resource: string, request: JsonObject = {}): AccessRequest => ({
    action: `dynamodb:${name}`,
    resource,
    context: new Map([['dynamodb:leadingkeys', leadingKeys(request, partitionKeys)]]),
  })
  const arn = (table: Json | undefined) => tableArn(textOf(table) ?? '', environment)
  if (action === 'TransactWriteItems' || action === 'TransactGetItems') {
    const needs = objectsOf(input.TransactItems).flatMap((item) =>
      Object.entries(item).flatMap(([kind]) => {
        const single = TRANSACTION_ACTIONS[kind]
        const request = objectAt(item, kind)
        return single ? [need(single, arn(request.TableName), request)] : []
      }),
    )
    return { action, needs }
  }
  if (action === 'RestoreTableToPointInTime') return { action, needs: [need(action, arn(input.SourceTableName))] }
  if (action === 'BatchGetItem' || action === 'BatchWriteItem') {
    return { action, needs: Object.keys(objectAt(input, 'RequestItems')).map((table) => need(action, arn(table))) }
  }
  return { action, needs: [need(action, resourceOf(input, arn), input)] }
}

/** A value that no policy contains. For other calls the partition is unknown, so a condition on it is false. */
const UNKNOWN = ['(unknown)']

function leadingKeys(request: JsonObject, partitionKeys: PartitionKeys): readonly string[] {
  const name = partitionKeys.get(textOf(request.TableName)?.split('/').at(-1) ?? '')
  const queried = Object.fromEntries(assignments(request, 'KeyConditionExpression'))
  const keys: JsonObject = { ...queried, ...objectAt(request, 'Item'), ...objectAt(request, 'Key') }
  const value = name === undefined ? undefined : keys[name]
  const text = isObject(value) ? textOf(value.S ?? value.N) : undefined
  return text === undefined ? UNKNOWN : [text]
}

function resourceOf(input: JsonObject, arn: (table: Json | undefined) => string): string {
  const index = textOf(input.IndexName)
  if (input.TableName !== undefined) return index ? `${arn(input.TableName)}/index/${index}` : arn(input.TableName)
  // A shard iterator starts with the ARN of its stream.
  return textOf(input.StreamArn) ?? textOf(input.ResourceArn) ?? textOf(input.ShardIterator)?.split('|')[0] ?? '*'
}

/** Returns a table's ARN, also from an ARN. */
function tableArn(table: string, { region, accountId }: Environment): string {
  return table.startsWith('arn:') ? table : `arn:aws:dynamodb:${region}:${accountId}:table/${table}`
}
