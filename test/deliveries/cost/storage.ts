import { type AttributeValue, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { itemBytes } from '@replywright/cloud/ledger'
import type { Service } from '@replywright/local/start-service.ts'
import { clientOf, outputOf } from '../../support/administrator.ts'

/** DynamoDB's index of an item, which it bills with the item and with each entry of an index. */
const INDEX_BYTES = 100
const SECONDS_A_MONTH = (365.25 * 86_400) / 12
const GIGABYTE = 1e9

/** Items of a customer, who writes more than once. */
const OF_CUSTOMERS = ['conversation', 'conversationExpiry']

/** Gigabyte-months of a customer's message: how much is stored, and for how long. Point-in-time recovery bills no indexes. */
export interface Stored {
  readonly table: number
  readonly indexes: number
}

/**
 * Returns what each kind of item that `run` writes for a customer's message occupies until it expires. Items without an
 * expiry are not of a message.
 */
export async function storedBy(service: Service, run: () => Promise<unknown>): Promise<Map<string, Stored>> {
  const before = new Set((await allItems(service)).map(keyOf))
  await run()
  const now = Date.now() / 1000
  const items = (await allItems(service)).filter((item) => !before.has(keyOf(item)))
  const messages = items.filter(({ _e, d }) => _e?.S === 'message' && d?.S === 'inbound').length
  const kinds = new Map<string, Stored>()
  for (const item of items) {
    const expiresAt = Number(item.expiresAt?.N)
    const kind = item._e?.S ?? ''
    if (!(expiresAt > now) || OF_CUSTOMERS.includes(kind)) continue
    const months = (expiresAt - now) / SECONDS_A_MONTH / GIGABYTE / messages
    const { table, indexes } = kinds.get(kind) ?? { table: 0, indexes: 0 }
    kinds.set(kind, { table: table + bytesOf(item) * months, indexes: indexes + indexBytes(item) * months })
  }
  return kinds
}

type Item = Readonly<Record<string, AttributeValue>>

const keyOf = ({ pk, sk }: Item) => `${pk?.S} ${sk?.S}`
const bytesOf = (item: Item) => itemBytes(JSON.parse(JSON.stringify(item))) + INDEX_BYTES

/** The first index holds whole items, the second one keys. */
function indexBytes(item: Item): number {
  const { pk, sk, gsi1pk, gsi2pk, gsi2sk } = item
  return (
    (gsi1pk ? bytesOf(item) : 0) +
    (gsi2pk ? bytesOf({ ...(pk && { pk }), ...(sk && { sk }), gsi2pk, ...(gsi2sk && { gsi2sk }) }) : 0)
  )
}

async function allItems({ cloud }: Service): Promise<Record<string, AttributeValue>[]> {
  const items: Record<string, AttributeValue>[] = []
  for await (const { Items = [] } of paginateScan(
    { client: clientOf(DynamoDBClient, cloud) },
    { TableName: outputOf(cloud, 'TableName'), ConsistentRead: true },
  ))
    items.push(...Items)
  return items
}
