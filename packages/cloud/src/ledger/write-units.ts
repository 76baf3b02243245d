import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../resource.ts'
import { itemBytes } from './item-size.ts'
import type { IndexSchema, TableSchema } from './table-schema.ts'

const WRITE_UNIT_BYTES = 1024

/** An item before or after a write; `undefined` if it does not exist. */
export type Image = JsonObject | undefined

/** Returns the write units for an item of this many bytes. */
export function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES))
}

/**
 * Returns the units of a write in a transaction from the item before and after it: twice the larger one for the table,
 * and for each index the cost outside of a transaction. A condition check writes the item that it finds.
 */
export function transactedUnits(before: Image, after: Image, table: TableSchema): number {
  const writes = table.indexes.flatMap((index) => indexWrites(before, after, index))
  return writes.reduce((sum, { units }) => sum + units, 2 * tableUnits(before, after))
}

/** Returns the units of a write outside of a transaction for the table alone. */
export function tableUnits(before: Image, after: Image): number {
  return writeUnits(Math.max(sizeOf(before), sizeOf(after)))
}

export interface EntryWrite {
  readonly entry: JsonObject
  readonly units: number
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
