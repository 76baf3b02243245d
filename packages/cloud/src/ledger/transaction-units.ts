import { objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import type { TableSchema } from './table-schema.ts'
import { type Image, transactedUnits } from './write-units.ts'

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
export interface TransactionMeter {
  /** Reads the items after the transaction. Call it only after a success. */
  writeUnits(): Promise<number>
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
