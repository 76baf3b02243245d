import { isObject, objectsOf } from '../json.ts'
import type { ItemKey, ReadItems } from '../ledger/transaction-units.ts'
import type { CallAction } from './json-client.ts'

/** `TransactGetItems` returns 4 MB at most, and an item has 400 KB at most. */
const ITEMS_PER_CALL = 10

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
