import type { AccessRequest } from '../iam/policy.ts'
import { objectAt, objectsOf, textOf } from '../json.ts'
import type { Environment, Json, JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Access } from './call.ts'
import type { JsonCall } from './json-call.ts'

const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
}

/**
 * What a DynamoDB or DynamoDB Streams call needs. Transactions need the rights of their items' actions, a query of an
 * index the right to the index, batches a right of their own for each table.
 * @throws ServiceError for PartiQL.
 */
export function dynamodbAccess({ action, input }: JsonCall, environment: Environment): Access {
  if (/Statement|^ExecuteTransaction$/.test(action)) {
    throw new ServiceError(400, 'UnknownOperationException', `${action} is not supported`)
  }
  const need = (name: string, resource: string): AccessRequest => ({ action: `dynamodb:${name}`, resource })
  const arn = (table: Json | undefined) => tableArn(textOf(table) ?? '', environment)
  if (action === 'TransactWriteItems' || action === 'TransactGetItems') {
    const needs = objectsOf(input.TransactItems).flatMap((item) =>
      Object.entries(item).flatMap(([kind]) => {
        const single = TRANSACTION_ACTIONS[kind]
        return single ? [need(single, arn(objectAt(item, kind).TableName))] : []
      }),
    )
    return { action, needs }
  }
  if (action === 'BatchGetItem' || action === 'BatchWriteItem') {
    return { action, needs: Object.keys(objectAt(input, 'RequestItems')).map((table) => need(action, arn(table))) }
  }
  return { action, needs: [need(action, resourceOf(input, arn))] }
}

function resourceOf(input: JsonObject, arn: (table: Json | undefined) => string): string {
  const index = textOf(input.IndexName)
  if (input.TableName !== undefined) return index ? `${arn(input.TableName)}/index/${index}` : arn(input.TableName)
  // A shard iterator begins with the ARN of its stream.
  return textOf(input.StreamArn) ?? textOf(input.ResourceArn) ?? textOf(input.ShardIterator)?.split('|')[0] ?? '*'
}

/** A table may be named by its ARN. */
function tableArn(table: string, { region, accountId }: Environment): string {
  return table.startsWith('arn:') ? table : `arn:aws:dynamodb:${region}:${accountId}:table/${table}`
}
