import { Entity, key } from '../table/entity.ts'
import { table } from '../table/table.ts'

/** The data key of a purpose under one key of KMS. Access: by both. No expiry. */
export const DataKeyEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'dataKey', version: '1' },
    attributes: {
      purpose: { type: 'string', required: true, readOnly: true },
      /** The key of KMS. The table of another region may have been restored here, whose data key cannot be decrypted. */
      keyId: { type: 'string', required: true, readOnly: true },
      /** Encrypted with the key of KMS. */
      dataKey: { type: 'string', required: true, readOnly: true },
    },
    indexes: {
      byPurpose: {
        pk: key('pk', 'settings'),
        sk: key('sk', 'dataKey#${purpose}#${keyId}'),
      },
    },
  },
  table,
)
