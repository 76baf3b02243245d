import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/**
 * An API key as API Gateway knows it: its id there, and whom it stands for. The key itself is never stored.
 * Access: by API Gateway's id; all of an organisation. Kept until revoked, because it is what a caller authenticates with, and
 * for 30 days then.
 */
export const ApiKeyEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'apiKey', version: '1' },
    attributes: {
      gatewayKeyId: { type: 'string', required: true, readOnly: true },
      organizationId: { type: 'string', required: true, readOnly: true },
      userId: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      permission: { type: ['full', 'read'] as const, required: true },
      /** The first characters, for people to recognise it by. */
      prefix: { type: 'string', required: true },
      /** SHA-256 of the key, hex. */
      hash: { type: 'string', required: true },
      /** Only an `active` row authenticates. */
      status: { type: ['creating', 'active', 'revoked'] as const, required: true },
      createdAt: { type: 'number', required: true, readOnly: true },
      /** Its place in the list of its organisation (`listEntry`); absent in rows of before there were lists, until they are used. */
      listedIn: { type: 'string' },
      listedAs: { type: 'string' },
      /** Whether it counts towards the most that an organisation can have. */
      counted: { type: 'boolean' },
      /** The request that created it. */
      requestId: { type: 'string' },
      /** Written at most once an hour. */
      lastUsedAt: { type: 'number' },
      revokedAt: { type: 'number' },
      expiresAt: expiresAtAttribute,
    },
    indexes: {
      byGatewayKey: {
        pk: key('pk', 'k#${gatewayKeyId}'),
        sk: key('sk', 'apiKey'),
      },
      byOrganization: {
        index: 'gsi1',
        pk: key('gsi1pk', 'o#${listedIn}#apiKeys'),
        sk: key('gsi1sk', '${listedAs}'),
      },
    },
  },
  table,
)
/** The noun under which an organisation's keys are counted. */
export const API_KEYS = 'apiKeys'

export type ApiKeyItem = EntityItem<typeof ApiKeyEntity>

/** What puts a key into the list of its organisation. */
export function listEntry({ organizationId, gatewayKeyId }: Pick<ApiKeyItem, 'organizationId' | 'gatewayKeyId'>): {
  listedIn: string
  listedAs: string
} {
  return { listedIn: organizationId, listedAs: gatewayKeyId }
}
