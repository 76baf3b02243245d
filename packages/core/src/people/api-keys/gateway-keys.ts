import { createHash } from 'node:crypto'
import {
  APIGatewayClient,
  type ApiKey,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  NotFoundException,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
  TagResourceCommand,
} from '@aws-sdk/client-api-gateway'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { InternalError } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { settings } from '../../platform/settings.ts'
import { scanTable } from '../../platform/table/scan-table.ts'
import { transact } from '../../platform/table/transact.ts'
import { ApiKeyEntity, type ApiKeyItem, listEntry } from './api-key-entity.ts'

export const gateway = /* @__PURE__ */ onFirstUse(() => new APIGatewayClient(AWS_CLIENT))

/** Returns the tags of this deployment's keys. Functions may only delete keys with these tags. */
export const keyTags = (): Record<string, string> => ({ service: 'messaging', stage: settings.STAGE })

/** Returns what the table stores of a key's value. */
export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

const PAGE_SIZE = 500

/**
 * Deletes a key from API Gateway if it exists. IAM checks the tags of the key, so it denies the request for a key that
 * does not exist or has no tags. A key without an active row cannot be used, so a denied request is only logged.
 */
export async function deleteGatewayKey(gatewayKeyId: string): Promise<void> {
  try {
    await gateway.send(new DeleteApiKeyCommand({ apiKey: gatewayKeyId }))
  } catch (error) {
    if (error instanceof NotFoundException) return
    if (!(error instanceof Error) || error.name !== 'AccessDeniedException') throw error
    logError('api_key.not_deleted', error, { apiKeyId: gatewayKeyId })
  }
}

/** Lists all keys of the account in this region, including keys of other deployments. For operators. */
export async function listGatewayKeys({ withValues = false } = {}): Promise<ApiKey[]> {
  const keys: ApiKey[] = []
  const pages = paginateGetApiKeys({ client: gateway, pageSize: PAGE_SIZE }, { includeValues: withValues })
  for await (const { items = [] } of pages) keys.push(...items)
  return keys
}

/** Returns the ids of the keys that are in the usage plan of this deployment. For operators. */
export async function attachedKeyIds(): Promise<Set<string>> {
  const ids = new Set<string>()
  const plan = { usagePlanId: settings.USAGE_PLAN_ID }
  for await (const { items = [] } of paginateGetUsagePlanKeys({ client: gateway, pageSize: PAGE_SIZE }, plan))
    for (const { id } of items) if (id) ids.add(id)
  return ids
}

function isOfOtherStage({ tags = {} }: ApiKey): boolean {
  const own = keyTags()
  return tags.service === own.service && tags.stage !== own.stage
}

export function isTagged({ tags = {} }: ApiKey): boolean {
  return Object.entries(keyTags()).every(([name, value]) => tags[name] === value)
}

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
  return await transact({ keys: ApiKeyEntity }, ({ keys }) => [
    keys.create(moved).commit(),
    keys
      .delete({ gatewayKeyId: row.gatewayKeyId })
      .where(({ status }, { eq }) => eq(status, 'active'))
      .commit(),
  ])
}

function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn'
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
}

/** The row of a newer key may not be written yet. */
export const ORPHANED_AFTER_MILLISECONDS = 600_000

/**
 * Returns the keys of API Gateway that have this deployment's tags, were created before `createdBefore` and have no row
 * or a revoked one. Keys without the tags may belong to another system and are excluded.
 */
export function orphanKeys(
  keys: readonly ApiKey[],
  rows: readonly Pick<ApiKeyItem, 'gatewayKeyId' | 'status'>[],
  createdBefore: EpochMs,
): ApiKey[] {
  const living = new Set(rows.filter(({ status }) => status !== 'revoked').map(({ gatewayKeyId }) => gatewayKeyId))
  return keys.filter(
    (key) =>
      isTagged(key) &&
      !living.has(key.id ?? '') &&
      (key.createdDate === undefined || key.createdDate.getTime() < createdBefore),
  )
}

/** Returns the API keys of all organisations, oldest first. Reads the whole table. For operators. */
export async function scanApiKeys(onPage: (scanned: number) => void = () => {}): Promise<ApiKeyItem[]> {
  const attributes = ['pk', 'sk', '_e', '_v', ...Object.keys(ApiKeyEntity.schema.attributes)]
  const keys: ApiKeyItem[] = []
  let scanned = 0
  for await (const page of scanTable({ filter: '#_e = :entity', values: { ':entity': 'apiKey' }, attributes })) {
    keys.push(...ApiKeyEntity.parse({ Items: [...page.items] }).data)
    scanned += page.scanned
    onPage(scanned)
  }
  return keys.toSorted((a, b) => a.createdAt - b.createdAt)
}
