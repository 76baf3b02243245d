import { setTimeout } from 'node:timers/promises'

const TRIES = 5
const FIRST_PAUSE_MILLISECONDS = 25

/** What an ElectroDB batch get answers: keys that DynamoDB had no room or capacity for come back. */
interface Batch<Key, Item> {
  readonly data: readonly Item[]
  readonly unprocessed: readonly Key[]
}

/** Reads every item that there is of `keys`, in no order, asking again for what a batch left out. Keys may repeat. */
export async function readAll<Key, Item>(
  keys: readonly Key[],
  get: (keys: Key[]) => Promise<Batch<Key, Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  let left = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
  for (let tries = 1; left.length > 0; tries++) {
    if (tries > TRIES) throw new Error(`${left.length} items could not be read`)
    if (tries > 1) await setTimeout(Math.random() * FIRST_PAUSE_MILLISECONDS * 2 ** tries)
    const { data, unprocessed } = await get(left)
    items.push(...data)
    left = [...unprocessed]
  }
  return items
}
