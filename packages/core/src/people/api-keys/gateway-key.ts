import { createHash } from 'node:crypto'
import {
  APIGatewayClient,
  type ApiKey,
  DeleteApiKeyCommand,
  NotFoundException,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
} from '@aws-sdk/client-api-gateway'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { logError } from '../../platform/log/log.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { settings } from '../../platform/settings.ts'

export const gateway = onFirstUse(() => new APIGatewayClient(AWS_CLIENT))

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

export function isOfOtherStage({ tags = {} }: ApiKey): boolean {
  const own = keyTags()
  return tags.service === own.service && tags.stage !== own.stage
}

export function isTagged({ tags = {} }: ApiKey): boolean {
  return Object.entries(keyTags()).every(([name, value]) => tags[name] === value)
}
