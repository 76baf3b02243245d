import {
  type ApiKey,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  TagResourceCommand,
} from '@aws-sdk/client-api-gateway'
import { createWriteTransaction } from 'electrodb'
import { InternalError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { transact } from '../../platform/table/transact.ts'
import { ApiKeyEntity, type ApiKeyItem, listEntry } from './api-key-entity.ts'
import { attachedKeyIds, gateway, hashOf, isOfOtherStage, isTagged, keyTags, listGatewayKeys } from './gateway-key.ts'

/**
 * The result for a key. `created` and `attached`: done by this run, or pending in a dry run. `missing`: not in API
 * Gateway. `refused`: belongs to another stage, or is in another usage plan of the same API. `revoked`: revoked during
 * the run.
 */
export type Attachment = 'created' | 'attached' | 'already attached' | 'missing' | 'refused' | 'revoked'

export interface AttachedKey {
  readonly key: ApiKeyItem
  readonly result: Attachment
}

interface AttachOptions {
  /** Values of keys of another region or account. Missing keys are created with these values. */
  readonly values?: readonly string[]
  readonly dryRun?: boolean
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Adds the API keys of `rows` to this deployment's usage plan and tags them. If a key is missing in API Gateway and
 * `values` contains its value, the key is created and its row moves to the new id. Idempotent: another run completes an
 * interrupted one.
 */
export async function attachApiKeys(rows: readonly ApiKeyItem[], options: AttachOptions = {}): Promise<AttachedKey[]> {
  const { values = [], dryRun = false, onProgress = () => {} } = options
  const active = rows.filter(({ status }) => status === 'active')
  const here = await listGatewayKeys({ withValues: values.length > 0 })
  const known: KnownKeys = {
    byId: new Map(here.flatMap((key) => (key.id ? [[key.id, key]] : []))),
    byHash: new Map(here.flatMap((key) => (key.value ? [[hashOf(key.value), key]] : []))),
    values: new Map(values.map((value) => [hashOf(value), value])),
    attached: await attachedKeyIds(),
  }
  const results: AttachedKey[] = []
  for (const key of active) {
    results.push({ key, result: await attach(key, known, dryRun) })
    onProgress(results.length, active.length)
  }
  return results
}

interface KnownKeys {
  readonly byId: ReadonlyMap<string, ApiKey>
  /** By SHA-256 of the value. Empty if no values are given. */
  readonly byHash: ReadonlyMap<string, ApiKey>
  readonly values: ReadonlyMap<string, string>
  readonly attached: ReadonlySet<string>
}

async function attach(row: ApiKeyItem, known: KnownKeys, dryRun: boolean): Promise<Attachment> {
  const found = known.byId.get(row.gatewayKeyId)
  if (found && isOfOtherStage(found)) return 'refused'
  if (found) return await attachTagged(row.gatewayKeyId, isTagged(found), known, dryRun)
  // An earlier run may have created the key and stopped before it moved the row.
  const same = known.byHash.get(row.hash)
  const value = known.values.get(row.hash)
  if (!same && value === undefined) return 'missing'
  if (same && isOfOtherStage(same)) return 'refused'
  if (dryRun) return 'created'
  const { id, name } = same ?? (await createAgain(row, value))
  if (!id) throw new InternalError(`API Gateway returned no id for the key ${name}`)
  const attachment = await attachTagged(id, same === undefined || isTagged(same), known, dryRun)
  if (attachment === 'refused') return attachment
  return (await moveRow(row, id)) ? 'created' : 'revoked'
}

async function createAgain({ organizationId, name }: ApiKeyItem, value: string | undefined): Promise<ApiKey> {
  const key = { name: `${organizationId}/${name}`, value, enabled: true, tags: keyTags() }
  return await gateway.send(new CreateApiKeyCommand(key))
}

async function attachTagged(id: string, tagged: boolean, known: KnownKeys, dryRun: boolean): Promise<Attachment> {
  if (!tagged && !dryRun) {
    const region = await gateway.config.region()
    const resourceArn = `arn:${partitionOf(region)}:apigateway:${region}::/apikeys/${id}`
    await gateway.send(new TagResourceCommand({ resourceArn, tags: keyTags() }))
  }
  if (known.attached.has(id)) return 'already attached'
  if (dryRun) return 'attached'
  try {
    await gateway.send(
      new CreateUsagePlanKeyCommand({ usagePlanId: settings.USAGE_PLAN_ID, keyId: id, keyType: 'API_KEY' }),
    )
    return 'attached'
  } catch (error) {
    if (error instanceof ConflictException) return 'refused'
    throw error
  }
}

/** Replaces the row of a key by one with the new id. Returns false if the key is no longer active. */
async function moveRow(row: ApiKeyItem, gatewayKeyId: string): Promise<boolean> {
  const moved = { ...row, gatewayKeyId, ...listEntry({ ...row, gatewayKeyId }) }
  const transaction = createWriteTransaction({ keys: ApiKeyEntity }, ({ keys }) => [
    keys.create(moved).commit(),
    keys
      .delete({ gatewayKeyId: row.gatewayKeyId })
      .where(({ status }, { eq }) => eq(status, 'active'))
      .commit(),
  ])
  return await transact(() => transaction.go())
}

function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn'
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
}
