import { Entity, key } from '../table/entity.ts'
import { table } from '../table/table.ts'

/**
 * The secret from which the keys of capability URLs derive: attributes of the item of the provider's settings, because
 * version 1 stores them there. No expiry.
 */
export const CapabilitySecretEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'providerSettings', version: '1' },
    attributes: {
      /** Encrypted, purpose `provider-app`. */
      capabilitySecret: { type: 'string' },
      /** The one before the latest rotation, encrypted alike. Its URLs stay valid until the next rotation. */
      previousCapabilitySecret: { type: 'string' },
      capabilityRotatedAt: { type: 'number' },
    },
    indexes: {
      only: {
        pk: key('pk', 'settings'),
        sk: key('sk', 'provider'),
      },
    },
  },
  table,
)
