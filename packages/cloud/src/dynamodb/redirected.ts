import type { JsonCall } from '../front-door/json-call.ts'
import { isTrue, objectAt, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'
import { type Schemas, tableOf } from './item-requests.ts'
import type { Replica } from './replica.ts'

/** What may lag: the global indexes, or the tables for eventually consistent reads. */
export type Lagging = 'index' | 'stale'

export interface Redirected {
  readonly input: JsonObject
  /** The original name in the call, by the name of the copy. Empty if the call reads no copy. */
  readonly copies: ReadonlyMap<string, string>
}

/** Replaces table names in a read with the names of their copies. */
export function redirected(
  { action, input }: JsonCall,
  schemas: Schemas,
  replicas: ReadonlyMap<Lagging, Pick<Replica, 'tableOf'>>,
): Redirected {
  const copies = new Map<string, string>()
  const copyOf = (name: Json | undefined, lagging: Lagging | undefined): string => {
    const asked = textOf(name) ?? ''
    const replica = lagging && schemas.has(tableOf(name)) ? replicas.get(lagging) : undefined
    if (!replica) return asked
    const copy = replica.tableOf(tableOf(name))
    copies.set(copy, asked)
    return copy
  }
  if (action === 'BatchGetItem') {
    const requested = objectAt(input, 'RequestItems')
    const tables = Object.keys(requested).map((table): readonly [string, Json] => {
      const asked = objectAt(requested, table)
      return [copyOf(table, isTrue(asked.ConsistentRead) ? undefined : 'stale'), asked]
    })
    return { input: { ...input, RequestItems: Object.fromEntries(tables) }, copies }
  }
  return { input: { ...input, TableName: copyOf(input.TableName, laggingOf(input, schemas)) }, copies }
}

/** A local index is as consistent as its table. */
function laggingOf(input: JsonObject, schemas: Schemas): Lagging | undefined {
  const { indexes = [] } = schemas.get(tableOf(input.TableName)) ?? {}
  const index = indexes.find(({ name }) => name === textOf(input.IndexName))
  if (index?.isGlobal) return 'index'
  return isTrue(input.ConsistentRead) ? undefined : 'stale'
}
