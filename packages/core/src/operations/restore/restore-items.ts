import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { scanItems } from '../../platform/table/scan-table.ts'
import { table } from '../../platform/table/table.ts'
import { erasedSince } from './erased-since.ts'

/** Number of concurrent writes. */
const AT_ONCE = 25

export interface Restored {
  /** Items read from the other table. */
  readonly scanned: number
  /** Items that were missing in the service's table. */
  readonly restored: number
  /** Items of customers who were erased after the backup. */
  readonly leftOut: number
}

/**
 * Copies the items of another table, restored from a backup, into the service's table. Skips existing keys and expired
 * items, and those of customers who were erased since. The relay sends the messages in `out` of the copied items.
 * Idempotent. `now` in milliseconds.
 */
export async function restoreItems(
  fromTable: string,
  now: number,
  onProgress: (progress: Restored) => void = () => {},
): Promise<Restored> {
  if (fromTable === table.table) throw new Error(`${fromTable} is the service's own table. Name a restored table.`)
  const isErased = await erasedSince(fromTable)
  const restored = { scanned: 0, restored: 0, leftOut: 0 }
  for await (const items of scanItems(fromTable)) {
    const live = items.filter(({ expiresAt }) => typeof expiresAt !== 'number' || expiresAt > now / 1000)
    const living = live.filter((item) => !isErased(item))
    restored.leftOut += live.length - living.length
    for (let start = 0; start < living.length; start += AT_ONCE) {
      const written = await Promise.all(living.slice(start, start + AT_ONCE).map(putIfMissing))
      restored.restored += written.filter(Boolean).length
      restored.scanned += written.length
      onProgress({ ...restored })
    }
    restored.scanned += items.length - living.length
  }
  return restored
}

async function putIfMissing(item: Readonly<Record<string, unknown>>): Promise<boolean> {
  try {
    await table.client.send(
      new PutCommand({ TableName: table.table, Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' }),
    )
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
