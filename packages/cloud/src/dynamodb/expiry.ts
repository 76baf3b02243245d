import type { CallAction } from '../engines/json-client.ts'
import { isObject, isTrue, objectAt, objectsOf, textOf } from '../json.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'

/** AWS deletes expired items within days. */
const INTERVAL_MILLISECONDS = 10 * 60_000

/** Deletes expired items of the tables. */
export interface Expiry {
  /** Deletes the items that have expired. */
  expireItems(): Promise<void>
  /** Returns whether the item with these keys was deleted here. */
  hasExpired(keys: Json | undefined): boolean
  stop(): Promise<void>
}

/**
 * Deletes expired items as AWS does, every ten minutes. DynamoDB Local never deletes those that lack the keys of an
 * index. `now` returns milliseconds since the epoch.
 */
export function startExpiry(tables: readonly Resource[], call: CallAction, now: () => number): Expiry {
  const deleted = new Set<string>()
  const expireItems = async () => {
    for (const table of tables) await deleteExpired(table, call, now, deleted)
  }
  let running = Promise.resolve()
  // The next run deletes what a failed one left.
  const timer = setInterval(() => {
    running = expireItems().catch(() => {})
  }, INTERVAL_MILLISECONDS)
  timer.unref()
  return {
    expireItems,
    hasExpired: (keys) => isObject(keys) && deleted.has(identityOf(keys)),
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Deletes the expired items of a table, and adds their keys to `deleted` before their records appear in the stream. */
async function deleteExpired(
  { physicalId: TableName, properties }: Resource,
  call: CallAction,
  now: () => number,
  deleted: Set<string>,
): Promise<void> {
  const attribute = textOf(objectAt(properties, 'TimeToLiveSpecification').AttributeName)
  if (attribute === undefined || !isTrue(objectAt(properties, 'TimeToLiveSpecification').Enabled)) return
  const names = objectsOf(properties.KeySchema).flatMap(({ AttributeName }) => textOf(AttributeName) ?? [])
  const expired = {
    ExpressionAttributeNames: { '#expiry': attribute },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(now() / 1000)) } },
  }
  let after: Json | undefined
  do {
    const page = await call('Scan', {
      TableName,
      ...expired,
      FilterExpression: '#expiry < :now',
      ...(after !== undefined && { ExclusiveStartKey: after }),
    })
    for (const item of objectsOf(page.Items)) {
      const Key = Object.fromEntries(names.map((name) => [name, item[name] ?? null]))
      deleted.add(identityOf(Key))
      // The item may have been renewed since it was read.
      await call('DeleteItem', { TableName, Key, ...expired, ConditionExpression: '#expiry < :now' }).catch(() =>
        deleted.delete(identityOf(Key)),
      )
    }
    after = page.LastEvaluatedKey
  } while (isObject(after))
}

function identityOf(keys: JsonObject): string {
  return JSON.stringify(Object.entries(keys).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
