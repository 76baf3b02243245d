import { createHash, randomInt } from 'node:crypto'
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
} from '@aws-sdk/client-api-gateway'
import { settings } from '../settings.ts'
import { ApiKeyEntity } from './api-key-entity.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 40
const PREFIX_LENGTH = 6

/** A fresh API key: 40 alphanumeric characters. */
export function randomApiKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

/**
 * Creates an API key of a user and answers its value, which is never shown again. The row is written before the key can be
 * used, and only an `active` row authenticates; a failure on the way deletes the key at API Gateway.
 */
export async function createApiKey(
  owner: { readonly organizationId: string; readonly userId: string },
  input: { readonly name: string; readonly permission: 'full' | 'read' },
  now: number,
): Promise<{ gatewayKeyId: string; value: string }> {
  const gateway = new APIGatewayClient({})
  const value = randomApiKey()
  const { id: gatewayKeyId } = await gateway.send(
    new CreateApiKeyCommand({ name: `${owner.organizationId}/${input.name}`, value, enabled: true }),
  )
  if (!gatewayKeyId) throw new Error('API Gateway answered without a key id')
  try {
    await ApiKeyEntity.create({
      gatewayKeyId,
      ...owner,
      ...input,
      prefix: value.slice(0, PREFIX_LENGTH),
      hash: createHash('sha256').update(value).digest('hex'),
      status: 'creating',
      createdAt: now,
    }).go()
    await gateway.send(
      new CreateUsagePlanKeyCommand({ usagePlanId: settings.USAGE_PLAN_ID, keyId: gatewayKeyId, keyType: 'API_KEY' }),
    )
    await ApiKeyEntity.patch({ gatewayKeyId }).set({ status: 'active' }).go()
  } catch (error) {
    await gateway.send(new DeleteApiKeyCommand({ apiKey: gatewayKeyId }))
    throw error
  }
  return { gatewayKeyId, value }
}
