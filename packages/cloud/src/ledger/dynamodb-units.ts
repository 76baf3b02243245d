import { WRITES } from '../dynamodb/table-writes.ts'
import { isTrue, listOf, numberOf, objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { itemBytes } from './item-size.ts'
import type { Amounts } from './ledger.ts'
import { writeUnits } from './write-units.ts'

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
