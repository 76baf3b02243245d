import { isDeepStrictEqual } from 'node:util'
import { WRITES } from '../dynamodb/table-writes.ts'
import { isTrue, listOf, numberOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { itemBytes } from './item-size.ts'
import type { Amounts } from './ledger.ts'
import type { IndexSchema, TableSchema } from './table-schema.ts'

/** Reads items from the engine, in the order of their keys. */
export type ReadItems = (keys: readonly ItemKey[]) => Promise<readonly Image[]>

export interface ItemKey {
  readonly table: string
  readonly key: JsonObject
}

interface TransactedWrite extends ItemKey {
  readonly kind: string
  readonly item: Image
  /** Whether the condition requires that the item does not exist. */
  readonly isNew: boolean
}

/** The units of a `TransactWriteItems`. The engine's own figure omits items with the same cost as another. */
interface TransactionMeter {
  /** Reads the items after the transaction. Call it only after a success. */
  writeUnits(): Promise<number>
}

const WRITE_UNIT_BYTES = 1024

/** An item before or after a write; `undefined` if it does not exist. */
export type Image = JsonObject | undefined

interface EntryWrite {
  readonly entry: JsonObject
  readonly units: number
}

const READS = new Set(['GetItem', 'Query', 'Scan', 'BatchGetItem', 'TransactGetItems'])

/** Returns whether a DynamoDB call consumes capacity. */
export function consumes(action: string): boolean {
  return WRITES.has(action) || READS.has(action)
}

/**
 * Returns the units of a successful call other than `TransactWriteItems`. The engine counts them from the items, but
 * omits missing items of a batch and an empty query.
 */
export function unitsOf(action: string, input: JsonObject, output: JsonObject): Partial<Amounts> {
  const units = objectsOf(output.ConsumedCapacity).reduce((sum, table) => sum + (numberOf(table.CapacityUnits) ?? 0), 0)
  if (WRITES.has(action)) return { writeUnits: units }
  if (action === 'BatchGetItem') return { readUnits: units + unitsOfMissing(input, output) }
  if (action === 'TransactGetItems') return { readUnits: units }
  return { readUnits: Math.max(units, isTrue(input.ConsistentRead) ? 1 : 0.5) }
}

/** Returns the units of a rejected call. A malformed call costs nothing. */
export function unitsOfRefusal(input: JsonObject, error: JsonObject): Partial<Amounts> {
  const code = textOf(error.__type)?.split('#').at(-1)
  if (code === 'ConditionalCheckFailedException') {
    const bytes = Math.max(itemBytes(objectAt(input, 'Item')), itemBytes(objectAt(error, 'Item')))
    return { writeUnits: writeUnits(bytes) }
  }
  if (code !== 'TransactionCanceledException') return {}
  // AWS documents no cost of a cancelled transaction. This assumes the cost of success, as far as it is known.
  const items = objectsOf(input.TransactItems).map((item) => objectAt(objectAt(item, 'Put'), 'Item'))
  return { writeUnits: items.reduce((sum, item) => sum + 2 * writeUnits(itemBytes(item)), 0) }
}

function unitsOfMissing(input: JsonObject, output: JsonObject): number {
  const tables = objectAt(input, 'RequestItems')
  return Object.keys(tables).reduce((sum, table) => {
    const asked = objectAt(tables, table)
    const unprocessed = objectAt(objectAt(output, 'UnprocessedKeys'), table)
    const found = listOf(objectAt(output, 'Responses')[table]).length
    const missing = listOf(asked.Keys).length - listOf(unprocessed.Keys).length - found
    return sum + missing * (isTrue(asked.ConsistentRead) ? 1 : 0.5)
  }, 0)
}

/** Returns the write units for an item of this many bytes. */
function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES))
}

/**
 * Returns the units of a write in a transaction from the item before and after it: twice the larger one for the table,
 * and for each index the cost outside of a transaction. A condition check writes the item that it finds.
 */
function transactedUnits(before: Image, after: Image, table: TableSchema): number {
  const writes = table.indexes.flatMap((index) => indexWrites(before, after, index))
  return writes.reduce((sum, { units }) => sum + units, 2 * tableUnits(before, after))
}

/** Returns the units of a write outside of a transaction for the table alone. */
export function tableUnits(before: Image, after: Image): number {
  return writeUnits(Math.max(sizeOf(before), sizeOf(after)))
}

/** Returns the effects of a write on an index: a moved entry is deleted and put, an unchanged one costs nothing. */
export function indexWrites(before: Image, after: Image, index: IndexSchema): readonly EntryWrite[] {
  const old = entryOf(before, index)
  const fresh = entryOf(after, index)
  if (isDeepStrictEqual(old, fresh)) return []
  const moved = old && fresh && index.keys.some((key) => !isDeepStrictEqual(old[key], fresh[key]))
  if (moved) return [old, fresh].map((entry) => ({ entry, units: writeUnits(sizeOf(entry)) }))
  const entry = fresh ?? old
  return entry ? [{ entry, units: tableUnits(old, fresh) }] : []
}

function entryOf(item: Image, { keys, projected }: IndexSchema): Image {
  if (!item || keys.some((key) => item[key] === undefined)) return undefined
  if (!projected) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => projected.includes(name)))
}

function sizeOf(item: Image): number {
  return item ? itemBytes(item) : 0
}

/** Reads the items before the transaction; none if it only puts new items. */
export async function meterTransaction(
  input: JsonObject,
  schemas: ReadonlyMap<string, TableSchema>,
  read: ReadItems,
): Promise<TransactionMeter> {
  const writes = objectsOf(input.TransactItems).flatMap((item) =>
    Object.keys(item).map((kind) => writeOf(kind, objectAt(item, kind), schemas)),
  )
  const before = await imagesOf(writes, ({ isNew }) => !isNew, read)
  return {
    async writeUnits() {
      const updated = await imagesOf(writes, ({ kind }) => kind === 'Update', read)
      return writes.reduce((sum, write) => {
        const was = before.get(write)
        const after = { Put: write.item, Update: updated.get(write), ConditionCheck: was }[write.kind]
        return sum + transactedUnits(was, after, schemaOf(write.table, schemas))
      }, 0)
    },
  }
}

function writeOf(kind: string, write: JsonObject, schemas: ReadonlyMap<string, TableSchema>): TransactedWrite {
  const table = (textOf(write.TableName) ?? '').split('/').at(-1) ?? ''
  const { keys } = schemaOf(table, schemas)
  const item = kind === 'Put' ? objectAt(write, 'Item') : undefined
  const key = item ? Object.fromEntries(keys.map((name) => [name, item[name] ?? null])) : objectAt(write, 'Key')
  const isNew = kind === 'Put' && requiresNewItem(write, keys)
  return { kind, table, key, item, isNew }
}

/** Returns whether the condition is `attribute_not_exists` of a key, without alternatives. */
function requiresNewItem(
  { ConditionExpression, ExpressionAttributeNames }: JsonObject,
  keys: readonly string[],
): boolean {
  const condition = textOf(ConditionExpression) ?? ''
  if (/\b(OR|NOT)\b/i.test(condition)) return false
  const names = objectAt({ names: ExpressionAttributeNames ?? null }, 'names')
  return [...condition.matchAll(/attribute_not_exists\s*\(\s*([^\s)]+)\s*\)/g)].some(([, path = '']) =>
    keys.includes(textOf(names[path]) ?? path),
  )
}

async function imagesOf(
  writes: readonly TransactedWrite[],
  wanted: (write: TransactedWrite) => boolean,
  read: ReadItems,
): Promise<ReadonlyMap<TransactedWrite, Image>> {
  const chosen = writes.filter(wanted)
  const images = chosen.length > 0 ? await read(chosen) : []
  return new Map(chosen.map((write, position) => [write, images[position]]))
}

function schemaOf(table: string, schemas: ReadonlyMap<string, TableSchema>): TableSchema {
  return schemas.get(table) ?? { arn: '', keys: [], indexes: [] }
}
