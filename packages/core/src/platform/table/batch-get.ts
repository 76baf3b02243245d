import { backOff, type Patience } from '../back-off.ts'

/** What an ElectroDB batch get answers: keys that DynamoDB had no room or capacity for come back. */
interface Batch<Key, Item> {
  readonly data: readonly Item[]
  readonly unprocessed: readonly Key[]
}

/** Reads every item that there is of `keys`, in no order, and reads again what a batch left out. Keys may repeat. */
export async function batchGet<Key, Item>(
  keys: readonly Key[],
  get: (keys: Key[]) => Promise<Batch<Key, Item>>,
  patience?: Patience,
): Promise<Item[]> {
  const items: Item[] = []
  let left = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
  const again = backOff(patience)
  while (left.length > 0) {
    const { data, unprocessed } = await get(left)
    items.push(...data)
    left = [...unprocessed]
    if (left.length > 0 && !(await again())) throw new Error(`${left.length} items could not be read`)
  }
  return items
}
