import type { CallAction } from '../engines/json-client.ts'
import { isTrue, listOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

/**
 * Returns the response of `DescribeContinuousBackups`, as the template sets point-in-time recovery.
 * @throws ServiceError for a table that is not in the template
 */
export function describeBackups(tables: readonly Resource[], { TableName }: JsonObject): JsonObject {
  const name = textOf(TableName)?.split('/').at(-1)
  const table = tables.find(({ physicalId }) => physicalId === name)
  if (!table) throw new ServiceError(400, 'TableNotFoundException', `Table not found: ${name}`)
  const { properties } = table
  // The replica of the own region is the first one.
  const [own = properties] = objectsOf(properties.Replicas)
  const isEnabled = isTrue(objectAt(own, 'PointInTimeRecoverySpecification').PointInTimeRecoveryEnabled)
  return {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: isEnabled ? 'ENABLED' : 'DISABLED' },
    },
  }
}

const ITEMS_OF_A_WRITE = 25

/**
 * Restores the latest state of a table into a new one, with its indexes and items, as `RestoreTableToPointInTime` does: without
 * stream and expiry. Only the latest state is known. Returns the description of the new table, which is active.
 * @throws ServiceError for an earlier time, or if the new table exists
 */
export async function restoreTable(call: CallAction, input: JsonObject): Promise<JsonObject> {
  const { SourceTableName = null, TargetTableName = null } = input
  if (!isTrue(input.UseLatestRestorableTime))
    throw new ServiceError(400, 'InvalidRestoreTimeException', 'Only the latest restorable time is supported')
  const source = objectAt(await call('DescribeTable', { TableName: SourceTableName }), 'Table')
  const indexes = objectsOf(source.GlobalSecondaryIndexes).map(({ IndexName = null, KeySchema, Projection }) => ({
    IndexName,
    KeySchema: listOf(KeySchema),
    Projection: Projection ?? {},
  }))
  await call('CreateTable', {
    TableName: TargetTableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: listOf(source.AttributeDefinitions),
    KeySchema: listOf(source.KeySchema),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  }).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'ResourceInUseException')
      throw new ServiceError(400, 'TableAlreadyExistsException', `Table already exists: ${textOf(TargetTableName)}`)
    throw error
  })
  await copyItems(call, SourceTableName, textOf(TargetTableName) ?? '')
  return { TableDescription: objectAt(await call('DescribeTable', { TableName: TargetTableName }), 'Table') }
}

async function copyItems(call: CallAction, source: JsonObject[string], target: string): Promise<void> {
  let start: JsonObject = {}
  do {
    const page = await call('Scan', { TableName: source, ...start })
    const items = objectsOf(page.Items)
    for (let first = 0; first < items.length; first += ITEMS_OF_A_WRITE) {
      const puts = items.slice(first, first + ITEMS_OF_A_WRITE).map((Item) => ({ PutRequest: { Item } }))
      await call('BatchWriteItem', { RequestItems: { [target]: puts } })
    }
    const last = page.LastEvaluatedKey
    start = last === undefined ? {} : { ExclusiveStartKey: last }
  } while ('ExclusiveStartKey' in start)
}
