import { Entity, type EntityItem } from 'electrodb'
import { table } from '../table.ts'

/**
 * An API key as API Gateway knows it: its id there, and whom it stands for. The key itself is never stored.
 * Access: by API Gateway's id. Kept until revoked: it is what a caller authenticates with.
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
    },
    indexes: {
      byGatewayKey: {
        pk: { field: 'pk', composite: ['gatewayKeyId'], template: 'k#${gatewayKeyId}', casing: 'none' },
        sk: { field: 'sk', composite: [], template: 'apiKey', casing: 'none' },
      },
    },
  },
  table,
)
export type ApiKeyItem = EntityItem<typeof ApiKeyEntity>
