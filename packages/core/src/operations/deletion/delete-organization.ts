import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { removeShare } from '../../agents/share-agent.ts'
import { GENERATED_PREFIX } from '../../answering/tools/image-tool.ts'
import { MEDIA_PREFIX, UNSENT_PREFIX } from '../../conversations/media/media-prefix.ts'
import { deleteGatewayKey } from '../../people/api-keys/gateway-key.ts'
import { listApiKeyItems } from '../../people/api-keys/list-api-keys.ts'
import { endApiKey } from '../../people/api-keys/revoke-api-key.ts'
import { listMemberships } from '../../people/members/membership-entity.ts'
import { UserEntity } from '../../people/users/user-entity.ts'
import { log } from '../../platform/log/log.ts'
import { eraseObjects, listObjects } from '../../platform/objects/objects.ts'
import { CONFLICT_TRIES, retryConflict } from '../../platform/table/retry-conflict.ts'
import { scanTable } from '../../platform/table/scan-table.ts'
import { table } from '../../platform/table/table.ts'
import { DECIDING, isOwned, REFERENCES, referencesOf, type StoredItem, shareOf } from './owned-items.ts'

/** Number of concurrent writes. */
const AT_ONCE = 25
/** Deleted after the rest, because a repeated deletion finds items by them. Without them, nothing new arrives. */
const LAST = [...Object.keys(REFERENCES), 'organization']
const OBJECTS = ['documents/', 'pictures/', MEDIA_PREFIX, UNSENT_PREFIX, GENERATED_PREFIX]

export interface Deletion {
  /** Whether to count only. */
  readonly dryRun: boolean
  readonly onProgress?: (scanned: number) => void
}

/**
 * Deletes an organisation with everything that belongs to it, except its audit log, which expires. Reads the whole
 * table four times, or twice if it only counts. Ends access first, and intake before the last time. Work that is still
 * running can write again: a repeated deletion removes that, too. Returns the numbers of items by kind, and of objects.
 */
export async function deleteOrganization(
  organizationId: string,
  { dryRun, onProgress = () => {} }: Deletion,
  now: number,
): Promise<Record<string, number>> {
  const references = new Set<string>()
  for await (const item of scanned(onProgress)) for (const id of referencesOf(item, organizationId)) references.add(id)
  const keys = await objectsOf(organizationId)
  if (!dryRun) {
    await endAccess(organizationId, now)
    await eraseObjects(keys)
  }
  const counts: Record<string, number> = {}
  for (const isOfPass of dryRun ? [() => true] : [isFirst, (kind: string) => !isFirst(kind), () => true]) {
    let owned: StoredItem[] = []
    for await (const item of scanned(onProgress)) {
      const kind = String(item._e)
      if (!isOfPass(kind) || !isOwned(item, organizationId, references)) continue
      counts[kind] = (counts[kind] ?? 0) + 1
      owned.push(item)
      if (owned.length < AT_ONCE) continue
      if (!dryRun) await deleteItems(owned)
      owned = []
    }
    if (!dryRun) await deleteItems(owned)
  }
  if (!dryRun) log('organization.deleted', { organizationId })
  return { ...counts, ...(keys.length > 0 && { objects: keys.length }) }
}

function isFirst(kind: string): boolean {
  return !LAST.includes(kind)
}

async function* scanned(onProgress: (scanned: number) => void): AsyncGenerator<StoredItem> {
  let read = 0
  // The scan requires a filter; every item has a key.
  const request = { filter: 'attribute_exists(#pk) AND #pk <> :none', values: { ':none': '-' }, attributes: DECIDING }
  for await (const page of scanTable(request)) {
    read += page.scanned
    onProgress(read)
    yield* page.items
  }
}

async function endAccess(organizationId: string, now: number): Promise<void> {
  for (const key of await listApiKeyItems(organizationId)) {
    await endApiKey(key, now)
    await deleteGatewayKey(key.gatewayKeyId)
  }
  for (const { userId } of await listMemberships(organizationId))
    await retryConflict(CONFLICT_TRIES, 'The user was changed concurrently. Try again.', async () => {
      const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
      if (!user?.organizationIds.includes(organizationId)) return true
      const { rejected } = await UserEntity.patch({ id: userId })
        .set({ organizationIds: user.organizationIds.filter((id) => id !== organizationId) })
        .where(({ organizationIds }, { eq }) => eq(organizationIds, user.organizationIds))
        .go({ returnOnConditionCheckFailure: true })
      return rejected ? undefined : true
    })
}

async function objectsOf(organizationId: string): Promise<string[]> {
  const lists = await Promise.all(OBJECTS.map((prefix) => listObjects(`${prefix}${organizationId}/`)))
  return lists.flat()
}

async function deleteItems(items: readonly StoredItem[]): Promise<void> {
  await Promise.all(
    items.map(async (item) => {
      const share = shareOf(item)
      // Users of other organisations have a count of the agents that are shared with them.
      if (share) return await removeShare(share, false)
      const { pk, sk } = item
      return await table.client.send(new DeleteCommand({ TableName: table.table, Key: { pk, sk } }))
    }),
  )
}
