import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The model server of the deployment. One item of the table, set by `npm run ops -- model set`. Without it Amazon
 * Bedrock is used. It is configuration and does not expire.
 */
export const ModelSettingsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'modelSettings', version: '1' },
    attributes: {
      baseUrl: { type: 'string', required: true },
      /** Encrypted, purpose `model`; absent if the server needs none. */
      apiKey: { type: 'string' },
      model: { type: 'string', required: true },
      fallbackModel: { type: 'string' },
      imageModel: { type: 'string' },
      models: { type: 'list', items: { type: 'string' } },
      updatedAt: { type: 'number', required: true },
    },
    indexes: {
      only: {
        pk: key('pk', 'settings'),
        sk: key('sk', 'model'),
      },
    },
  },
  table,
)
