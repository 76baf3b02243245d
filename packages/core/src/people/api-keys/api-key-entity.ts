import type { EntityItem } from 'electrodb'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

/**
 * An API key: its id in API Gateway, and its owner. The value of the key is not stored. Access: by API Gateway's id;
 * all of an organisation. Kept until it is revoked, because callers authenticate with it, and for 30 days after that.
 */
export const ApiKeyEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'apiKey', version: '1' },
  attributes: {
    gatewayKeyId: { type: 'string', required: true, readOnly: true },
    organizationId: { type: 'string', required: true, readOnly: true },
    userId: { type: 'string', required: true, readOnly: true },
    name: { type: 'string', required: true },
    permission: { type: ['full', 'read'] as const, required: true },
    /** The first characters, to identify the key. */
    prefix: { type: 'string', required: true },
    /** SHA-256 of the key, hex. */
    hash: { type: 'string', required: true },
    /** Only an `active` row authenticates callers. */
    status: { type: ['creating', 'active', 'revoked'] as const, required: true },
    createdAt: { type: 'number', required: true, readOnly: true },
    /** Its entry in the list of its organisation (`listEntry`). Older rows get it at their next use. */
    listedIn: { type: 'string' },
    listedAs: { type: 'string' },
    /** Whether it counts towards the limit of its organisation. */
    counted: { type: 'boolean' },
    requestId: { type: 'string' },
    /** Written at most once an hour. */
    lastUsedAt: { type: 'number' },
    revokedAt: { type: 'number' },
    expiresAt: expiresAtAttribute,
  },
  indexes: {
    byGatewayKey: { pk: key('pk', 'k#${gatewayKeyId}'), sk: key('sk', 'apiKey') },
    byOrganization: { index: 'gsi1', pk: key('gsi1pk', 'o#${listedIn}#apiKeys'), sk: key('gsi1sk', '${listedAs}') },
  },
}))
/** The counter of an organisation's API keys. */
export const API_KEYS = 'apiKeys'

export type ApiKeyItem = EntityItem<typeof ApiKeyEntity>

/** Returns the attributes that add a key to the list of its organisation. */
export function listEntry({ organizationId, gatewayKeyId }: Pick<ApiKeyItem, 'organizationId' | 'gatewayKeyId'>): {
  listedIn: string
  listedAs: string
} {
  return { listedIn: organizationId, listedAs: gatewayKeyId }
}
