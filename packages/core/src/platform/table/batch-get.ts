import { InternalError } from '../errors.ts'
import { type BackOffOptions, backOff } from './retry-contention.ts'

/** The result of an ElectroDB batch get. `unprocessed` has the keys that DynamoDB had no room or capacity for. */
interface Batch<Key, Item> {
  readonly data: readonly Item[]
  readonly unprocessed: readonly Key[]
}

/** Reads existing items in no order; `keys` may repeat. @throws Error if keys are unprocessed at the deadline */
export async function batchGet<Key, Item>(
  keys: readonly Key[],
  get: (keys: Key[]) => Promise<Batch<Key, Item>>,
  options?: BackOffOptions,
): Promise<Item[]> {
  const items: Item[] = []
  let remaining = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
  const mayRetry = backOff(options)
  while (remaining.length > 0) {
    const { data, unprocessed } = await get(remaining)
    items.push(...data)
    remaining = [...unprocessed]
    if (remaining.length > 0 && !(await mayRetry()))
      throw new InternalError(`${remaining.length} items could not be read`)
  }
  return items
}
