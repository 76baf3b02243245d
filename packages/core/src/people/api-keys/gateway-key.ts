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

/** Tags of this deployment's keys. No function may delete other keys of the account. */
export const keyTags = (): Record<string, string> => ({ service: 'messaging', stage: settings.STAGE })

/** Keys of a page, at most. */
const PAGE_SIZE = 500

/**
 * Deletes a key at API Gateway, which may be gone already. IAM judges by the key's tags: it also refuses to delete a key that
 * does not exist, and one from before keys had tags. Such a key is of no use without an active row, so that is logged only.
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

/** Every key of the account in this region, those of other deployments included. For operators. */
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

/** Whether a key belongs to another stage of the service. */
export function isOfOtherStage({ tags = {} }: ApiKey): boolean {
  const own = keyTags()
  return tags.service === own.service && tags.stage !== own.stage
}

/** Whether a key carries all tags of this deployment. */
export function isTagged({ tags = {} }: ApiKey): boolean {
  return Object.entries(keyTags()).every(([name, value]) => tags[name] === value)
}
