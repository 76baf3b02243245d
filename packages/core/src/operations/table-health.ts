import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '@replywright/contract/time.ts'
import { logError } from '../platform/log/log.ts'
import { ShortCache } from '../platform/short-cache.ts'
import { table } from '../platform/table/table.ts'

/** An item that does not exist: its read costs half a read unit and shows no data. */
const HEALTH_KEY = { pk: 'health#', sk: 'health' }

const TIMEOUT_MS = 3000

const results = new ShortCache<Promise<boolean>>(10_000)

/** Returns whether the table can be read. Each process checks at most once in 10 seconds. */
export async function isTableReadable(now: EpochMs): Promise<boolean> {
  const known = results.get('table', now)
  if (known) return await known
  const result = readTable()
  results.set('table', result, now)
  return await result
}

async function readTable(): Promise<boolean> {
  try {
    const read = new GetCommand({ TableName: table.table, Key: HEALTH_KEY })
    await table.client.send(read, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) })
    return true
  } catch (error) {
    logError('health.table_unreadable', error)
    return false
  }
}
