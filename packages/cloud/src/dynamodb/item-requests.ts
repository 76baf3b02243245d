import type { JsonCall } from '../front-door/json-call.ts'
import { isObject, objectAt, objectsOf, textOf } from '../json.ts'
import type { TableSchema } from '../ledger/table-schema.ts'
import type { ItemKey } from '../ledger/transaction-units.ts'
import type { Json, JsonObject } from '../resource.ts'

/** The tables of the template, by name. */
export type Schemas = ReadonlyMap<string, TableSchema>

/** What a call does to one item. */
export interface ItemRequest extends ItemKey {
  /** The same for every request of the same item. */
  readonly id: string
  readonly kind: string
  /** `Put`, `Update`, `Delete`, `ConditionCheck` or `Get`, as in a transaction. */
  readonly request: JsonObject
  /** The element of a batch or a transaction that is about this item; of another call the whole input. */
  readonly entry: JsonObject
}

const SINGLE: Readonly<Record<string, string>> = {
  PutItem: 'Put',
  UpdateItem: 'Update',
  DeleteItem: 'Delete',
  GetItem: 'Get',
}

/** The items that a call names by their keys, in the order of the call. None for a query, a scan or any other call. */
export function itemRequests({ action, input }: JsonCall, schemas: Schemas): readonly ItemRequest[] {
  const item = (kind: string, tableName: Json | undefined, request: JsonObject, entry: JsonObject): ItemRequest => {
    const table = tableOf(tableName)
    const names = schemas.get(table)?.keys ?? []
    const key = kind === 'Put' ? keyOf(objectAt(request, 'Item'), names) : objectAt(request, 'Key')
    return { table, key, id: itemId(table, key, names), kind, request, entry }
  }
  const single = SINGLE[action]
  if (single) return [item(single, input.TableName, input, input)]
  if (action === 'TransactWriteItems' || action === 'TransactGetItems') {
    return objectsOf(input.TransactItems).flatMap((entry) =>
      Object.keys(entry).map((kind) => item(kind, objectAt(entry, kind).TableName, objectAt(entry, kind), entry)),
    )
  }
  const requested = objectAt(input, 'RequestItems')
  if (action === 'BatchGetItem') {
    return Object.keys(requested).flatMap((table) =>
      objectsOf(objectAt(requested, table).Keys).map((Key) => item('Get', table, { Key }, Key)),
    )
  }
  if (action !== 'BatchWriteItem') return []
  return Object.entries(requested).flatMap(([table, entries]) =>
    objectsOf(entries).map((entry) =>
      isObject(entry.PutRequest)
        ? item('Put', table, entry.PutRequest, entry)
        : item('Delete', table, objectAt(entry, 'DeleteRequest'), entry),
    ),
  )
}

/** A table may be named by its ARN. */
export function tableOf(name: Json | undefined): string {
  return (textOf(name) ?? '').split('/').at(-1) ?? ''
}

/** The key of an item. */
export function keyOf(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, item[name] ?? null]))
}

/** An identity of an item that does not depend on how its key is written. */
export function itemId(table: string, key: JsonObject, names: readonly string[]): string {
  return JSON.stringify([table, ...names.map((name) => keyValue(key[name]))])
}

/** The value of a key attribute, the same for every spelling of a number. */
export function keyValue(value: Json | undefined): string {
  const number = isObject(value) ? Number(textOf(value.N) ?? Number.NaN) : Number.NaN
  return JSON.stringify(Number.isSafeInteger(number) ? { N: String(number) } : (value ?? null))
}
