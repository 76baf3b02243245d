import { setTimeout as delay } from 'node:timers/promises'
import { isObject, isTrue, listOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { ItemKey, ReadItems } from '../ledger/dynamodb-units.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { CallAction } from './json-client.ts'

/** `TransactGetItems` returns 4 MB at most, and an item has 400 KB at most. */
const ITEMS_PER_CALL = 10

const POLL_MILLISECONDS = 20

/**
 * Creates the missing table of an `AWS::DynamoDB::Table` or `::GlobalTable`, adds missing global indexes, and enables
 * its expiry.
 * @returns the engine's ARN of the table's stream, if it has one.
 * @throws Error if a table of that name has other keys or indexes, which cannot be changed in place.
 */
export async function ensureTable(call: CallAction, table: Resource): Promise<string | undefined> {
  const declared = createInput(table)
  const existing = await describe(call, table.physicalId)
  if (existing) await addIndexes(call, table, declared, existing)
  const created = existing ?? objectAt(await call('CreateTable', declared), 'TableDescription')
  await ensureExpiry(call, table)
  return textOf(created.LatestStreamArn)
}

/** Builds the input of `CreateTable`. Throughput and encryption have no effect here. */
function createInput({ physicalId, properties }: Resource): JsonObject {
  const globals = objectsOf(properties.GlobalSecondaryIndexes).map(indexOf)
  const locals = objectsOf(properties.LocalSecondaryIndexes).map(indexOf)
  const view = objectAt(properties, 'StreamSpecification').StreamViewType
  return {
    TableName: physicalId,
    KeySchema: listOf(properties.KeySchema),
    AttributeDefinitions: listOf(properties.AttributeDefinitions),
    BillingMode: 'PAY_PER_REQUEST',
    ...(globals.length > 0 && { GlobalSecondaryIndexes: globals }),
    ...(locals.length > 0 && { LocalSecondaryIndexes: locals }),
    ...(view && { StreamSpecification: { StreamEnabled: true, StreamViewType: view } }),
  }
}

function indexOf(index: JsonObject): JsonObject {
  return {
    IndexName: index.IndexName ?? null,
    KeySchema: listOf(index.KeySchema),
    Projection: objectAt(index, 'Projection'),
  }
}

async function describe(call: CallAction, name: string): Promise<JsonObject | undefined> {
  try {
    return objectAt(await call('DescribeTable', { TableName: name }), 'Table')
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'ResourceNotFoundException') return undefined
    throw error
  }
}

/** Adds the missing global indexes of an existing table, one at a time as DynamoDB requires. */
async function addIndexes(
  call: CallAction,
  table: Resource,
  declared: JsonObject,
  existing: JsonObject,
): Promise<void> {
  const before = objectsOf(existing.GlobalSecondaryIndexes)
  const added = objectsOf(declared.GlobalSecondaryIndexes).filter(
    ({ IndexName }) => !before.some((index) => index.IndexName === IndexName),
  )
  requireSameKeys(table, declared, { ...existing, GlobalSecondaryIndexes: [...before, ...added] })
  for (const Create of added) {
    const GlobalSecondaryIndexUpdates = [{ Create }]
    const { AttributeDefinitions = null } = declared
    await call('UpdateTable', { TableName: table.physicalId, AttributeDefinitions, GlobalSecondaryIndexUpdates })
    for (let tries = 1; !(await isActive(call, table.physicalId, tries)); tries++) await delay(POLL_MILLISECONDS)
  }
}

/** DynamoDB Local sometimes fails to describe a table while it builds an index. */
const MAX_FAILED_DESCRIPTIONS = 50

async function isActive(call: CallAction, name: string, tries: number): Promise<boolean> {
  try {
    const table = await describe(call, name)
    return objectsOf(table?.GlobalSecondaryIndexes).every(({ IndexStatus }) => IndexStatus === 'ACTIVE')
  } catch (error) {
    if (error instanceof ServiceError && error.status >= 500 && tries < MAX_FAILED_DESCRIPTIONS) return false
    throw error
  }
}

function requireSameKeys(table: Resource, declared: JsonObject, existing: JsonObject): void {
  const before = keysOf(existing)
  const now = keysOf(declared)
  if (before === now) return
  throw new Error(
    `${table.stack}/${table.logicalId}: the keys or indexes of ${table.physicalId} changed from ${before} to ${now}; ` +
      'delete the data directory to start again',
  )
}

function keysOf(table: JsonObject): string {
  const indexes = [...objectsOf(table.GlobalSecondaryIndexes), ...objectsOf(table.LocalSecondaryIndexes)]
  const described = indexes.map((index) => `${textOf(index.IndexName)}(${keyNames(index.KeySchema)})`)
  return [`(${keyNames(table.KeySchema)})`, ...described.toSorted()].join(' ')
}

function keyNames(schema: Json | undefined): string {
  return objectsOf(schema)
    .map(({ AttributeName, KeyType }) => `${textOf(AttributeName)} ${textOf(KeyType)}`)
    .join(', ')
}

async function ensureExpiry(call: CallAction, { physicalId, properties }: Resource): Promise<void> {
  const wanted = properties.TimeToLiveSpecification
  if (!isObject(wanted) || !isTrue(wanted.Enabled)) return
  const { TimeToLiveDescription } = await call('DescribeTimeToLive', { TableName: physicalId })
  if (isObject(TimeToLiveDescription) && TimeToLiveDescription.TimeToLiveStatus !== 'DISABLED') return
  await call('UpdateTimeToLive', {
    TableName: physicalId,
    TimeToLiveSpecification: { AttributeName: wanted.AttributeName ?? null, Enabled: true },
  })
}

/** Reads items with strong consistency from the engine itself, without settings, faults and ledger. */
export function itemReader(call: CallAction): ReadItems {
  const read = async (keys: readonly ItemKey[]) => {
    const TransactItems = keys.map(({ table, key }) => ({ Get: { TableName: table, Key: key } }))
    const { Responses } = await call('TransactGetItems', { TransactItems })
    return objectsOf(Responses).map(({ Item }) => (isObject(Item) ? Item : undefined))
  }
  return async (keys) => {
    const starts = Array.from({ length: Math.ceil(keys.length / ITEMS_PER_CALL) }, (_, i) => i * ITEMS_PER_CALL)
    return (await Promise.all(starts.map((start) => read(keys.slice(start, start + ITEMS_PER_CALL))))).flat()
  }
}
