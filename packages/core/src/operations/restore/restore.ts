import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '@replywright/contract/time.ts'
import { channels } from '../../channel/channels.ts'
import { listNumbers } from '../../channel/numbers/numbers.ts'
import { canonicalNumber } from '../../conversations/canonical-number.ts'
import { hashOfName } from '../../conversations/customers/names.ts'
import { listWebhooks } from '../../deliveries/webhooks/webhook-entity.ts'
import { listOrganizations } from '../../people/organizations/organizations.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import { readPositions, writePositions } from '../../platform/table/scan-positions.ts'
import { scanItems } from '../../platform/table/scan-table.ts'
import { table } from '../../platform/table/table.ts'
import { ErasureEntity, type ErasureItem } from '../customers/erasure-entity.ts'

/** Items of one kind in the service's table and in the restored one. */
export interface KindCounts {
  readonly kind: string
  readonly now: EpochMs
  readonly restored: number
}

/** What the service reads from the restored table. */
interface ReadBack {
  readonly organizations: number
  readonly numbers: number
  readonly webhooks: number
  /** Secrets that the key decrypted. */
  readonly secrets: number
}

/** Organisations that are read. More would take long and prove nothing more. */
const MOST_ORGANIZATIONS = 10
/** The restored table lacks what was written since, and what expired is deleted late. */
const LEAST_SHARE = 0.9

/** Reads organisations, numbers, webhooks and secrets of `TABLE_NAME` as routes do, and writes nothing. */
export async function readBack(now: EpochMs): Promise<ReadBack> {
  const organizations = await listOrganizations()
  const read = { organizations: organizations.length, numbers: 0, webhooks: 0, secrets: 0 }
  for (const channel of channels.values()) if (await channel.describeSetup(now)) read.secrets += 1
  for (const { id } of organizations.slice(0, MOST_ORGANIZATIONS)) {
    const [numbers, webhooks] = await Promise.all([listNumbers(id), listWebhooks(id)])
    read.numbers += numbers.length
    read.webhooks += webhooks.length
    for (const { secret } of webhooks.slice(0, 1)) {
      await decryptSecret('webhook-signing', id, secret)
      read.secrets += 1
    }
  }
  return read
}

/** Counts the items of both tables by kind, without expired ones. Reads both, of each item its kind. */
export async function countKinds(
  tables: { readonly live: string; readonly restored: string },
  now: EpochMs,
): Promise<KindCounts[]> {
  const [live, restored] = await Promise.all([countsOf(tables.live, now), countsOf(tables.restored, now)])
  return [...new Set([...live.keys(), ...restored.keys()])]
    .toSorted()
    .map((kind) => ({ kind, now: live.get(kind) ?? 0, restored: restored.get(kind) ?? 0 }))
}

async function countsOf(tableName: string, now: EpochMs): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const { items } of scanItems(tableName, { attributes: ['_e', 'expiresAt'] }))
    for (const { _e, expiresAt } of items) {
      if (typeof expiresAt === 'number' && expiresAt <= now / 1000) continue
      const kind = String(_e)
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
  return counts
}

/** Returns the kinds of which the restored table has too few items. */
export function missingKinds(counts: readonly KindCounts[]): readonly KindCounts[] {
  return counts.filter(({ now, restored }) => restored < Math.floor(now * LEAST_SHARE))
}

/** Number of concurrent writes. */
const AT_ONCE = 50

export interface Restored {
  /** Items read from the other table. */
  readonly scanned: number
  /** Items that were missing in the service's table. */
  readonly restored: number
  /** Items of customers who were erased after the backup. */
  readonly leftOut: number
  /** Where to continue after an interruption: one word. Undefined if nothing was read. */
  readonly position: string | undefined
}

/**
 * Copies the items of another table, restored from a backup, into the service's table. Skips existing keys and expired
 * items, and those of customers who were erased since. The relay sends the messages in `out` of the copied items.
 * Idempotent. `from` is the position of an interrupted run. Returns early after an abort.
 * @throws Error for a `from` that no run returned
 */
export async function restoreItems(
  fromTable: string,
  now: EpochMs,
  {
    from,
    signal,
    onProgress = () => {},
  }: {
    readonly from?: string | undefined
    readonly signal?: AbortSignal
    readonly onProgress?: (progress: Restored) => void
  } = {},
): Promise<Restored> {
  if (fromTable === table.table) throw new Error(`${fromTable} is the service's own table. Name a restored table.`)
  const isErased = await erasedSince(fromTable)
  const restored: { -readonly [Field in keyof Restored]: Restored[Field] } = {
    scanned: 0,
    restored: 0,
    leftOut: 0,
    position: from,
  }
  const start = from === undefined ? {} : { positions: readPositions(from) }
  for await (const { items, positions } of scanItems(fromTable, start)) {
    if (signal?.aborted) break
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
    restored.position = writePositions(positions)
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

type StoredItem = Readonly<Record<string, unknown>>

/** Kinds of items that name customers only by ids, and prove what happened. */
const PROOFS = ['audit', 'erasure']
/** Kinds of items that name a customer by the number or user id alone. */
const BY_NAME = ['parked']
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const NAME = /[\w.-]{5,}/g

/**
 * Returns a function that decides whether an item of the restored table belongs to a customer who was erased after the
 * backup. An erasure before the backup is in the restored table, too: what the customer wrote since is restored.
 */
async function erasedSince(fromTable: string): Promise<(item: StoredItem) => boolean> {
  const organizations = await listOrganizations()
  const pages = await Promise.all(
    organizations.map(({ id }) => ErasureEntity.query.byCustomer({ organizationId: id }).go({ pages: 'all' })),
  )
  const later: ErasureItem[] = []
  for (const erasure of pages.flatMap(({ data }) => data)) if (!(await isIn(fromTable, erasure))) later.push(erasure)
  const ids = new Set(later.flatMap(({ customer, ids: named = [] }) => [customer, ...named]))
  const owners = [...new Set(later.map(({ organizationId }) => organizationId))]
  if (ids.size === 0) return () => false
  return (item) => {
    if (PROOFS.includes(String(item._e))) return false
    const text = JSON.stringify(item)
    if (text.match(UUID)?.some((id) => ids.has(id))) return true
    if (!BY_NAME.includes(String(item._e))) return false
    const names = text.match(NAME) ?? []
    return names.some((name) =>
      owners.some((organizationId) => ids.has(hashOfName(organizationId, canonicalNumber(name)))),
    )
  }
}

/** Returns whether another table has the same erasure, and not an earlier one of the same customer. */
async function isIn(tableName: string, { organizationId, customer, erasedAt }: ErasureItem): Promise<boolean> {
  const { Key } = ErasureEntity.get({ organizationId, customer }).params()
  const { Item } = await table.client.send(new GetCommand({ TableName: tableName, Key }))
  return Item?.erasedAt === erasedAt
}
