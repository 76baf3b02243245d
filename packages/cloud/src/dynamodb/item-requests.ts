import type { JsonCall } from '../front-door/call.ts'
import { isObject, objectAt, objectsOf, textOf } from '../json.ts'
import type { ItemKey } from '../ledger/dynamodb-units.ts'
import type { TableSchema } from '../ledger/table-schema.ts'
import type { Json, JsonObject } from '../resource.ts'

/** The tables of the template, by name. */
export type Schemas = ReadonlyMap<string, TableSchema>

export interface ItemRequest extends ItemKey {
  /** Identical for all requests of the same item. */
  readonly id: string
  readonly kind: string
  /** `Put`, `Update`, `Delete`, `ConditionCheck` or `Get`, as in a transaction. */
  readonly request: JsonObject
  /** The entry of a batch or transaction for this item; for any other call the whole input. */
  readonly entry: JsonObject
}

const SINGLE: Readonly<Record<string, string>> = {
  PutItem: 'Put',
  UpdateItem: 'Update',
  DeleteItem: 'Delete',
  GetItem: 'Get',
}

/** Returns the items that a call names by key, in the call's order. Empty for a query, a scan or any other call. */
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

/** Returns a table's name, also from its ARN. */
export function tableOf(name: Json | undefined): string {
  return (textOf(name) ?? '').split('/').at(-1) ?? ''
}

export function keyOf(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, item[name] ?? null]))
}

/** Returns an identity of an item that does not depend on the spelling of its key. */
export function itemId(table: string, key: JsonObject, names: readonly string[]): string {
  return JSON.stringify([table, ...names.map((name) => keyValue(key[name]))])
}

/** Returns the value of a key attribute, identical for every spelling of a number. */
export function keyValue(value: Json | undefined): string {
  const number = isObject(value) ? Number(textOf(value.N) ?? Number.NaN) : Number.NaN
  return JSON.stringify(Number.isSafeInteger(number) ? { N: String(number) } : (value ?? null))
}

/** `name = :value` with a complete attribute on the left side. */
const ASSIGNMENT = /(?<![\w.#\]])(#?\w+)\s*=\s*(:\w+)/g

/** Returns the attributes that an expression compares with or sets to a value, without functions and nested ones. */
export function assignments(request: JsonObject, expression: string): ReadonlyMap<string, Json> {
  const names = objectAt(request, 'ExpressionAttributeNames')
  const values = objectAt(request, 'ExpressionAttributeValues')
  const found = [...(textOf(request[expression]) ?? '').matchAll(ASSIGNMENT)]
  return new Map(
    found.flatMap(([, name = '', placeholder = '']) => {
      const value = values[placeholder]
      return value === undefined ? [] : [[textOf(names[name]) ?? name, value] as const]
    }),
  )
}
