import { channels } from '../../channel/channels.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import { listWebhooks } from '../../deliveries/webhooks/get-webhook.ts'
import { listOrganizations } from '../../people/organizations/list-organizations.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import { scanItems } from '../../platform/table/scan-table.ts'

/** Items of one kind in the service's table and in the restored one. */
export interface KindCounts {
  readonly kind: string
  readonly now: number
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

/** Reads organisations, numbers, webhooks and secrets of `TABLE_NAME` as routes do, and writes nothing. `now` in milliseconds. */
export async function readBack(now: number): Promise<ReadBack> {
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

/** Counts the items of both tables by kind, without expired ones. Reads both whole. `now` in milliseconds. */
export async function countKinds(
  tables: { readonly live: string; readonly restored: string },
  now: number,
): Promise<KindCounts[]> {
  const [live, restored] = await Promise.all([countsOf(tables.live, now), countsOf(tables.restored, now)])
  return [...new Set([...live.keys(), ...restored.keys()])]
    .toSorted()
    .map((kind) => ({ kind, now: live.get(kind) ?? 0, restored: restored.get(kind) ?? 0 }))
}

async function countsOf(tableName: string, now: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const items of scanItems(tableName))
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
