import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The deployment's settings at the provider. One item, set by `npm run ops -- provider set`. It has the attributes of
 * `CapabilitySecretEntity`, too. No expiry.
 */
export const ProviderSettingsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'providerSettings', version: '1' },
    attributes: {
      /** Encrypted, purpose `provider-app`. */
      appSecret: { type: 'string', required: true },
      /** The app secret before the latest change, encrypted alike. Accepted until `previousAppSecretUntil`. */
      previousAppSecret: { type: 'string' },
      previousAppSecretUntil: { type: 'number' },
      /** Encrypted, purpose `provider-app`. */
      verifyToken: { type: 'string', required: true },
      /** The base URL of the provider's API, with version, without a trailing slash. */
      baseUrl: { type: 'string', required: true },
      /** The configuration of the provider's signup; absent until it is set up. */
      signup: {
        type: 'map',
        properties: {
          appId: { type: 'string', required: true },
          configId: { type: 'string', required: true },
          dialogUrl: { type: 'string', required: true },
        },
      },
      updatedAt: { type: 'number', required: true },
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
