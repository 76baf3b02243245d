import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { period } from './name-entity.ts'

/**
 * That an erased customer had left a number before, so that a late message of theirs is not the next owner's. Access: by a
 * hash of the name (`hashOfName`). Stored while the channel may repeat a message.
 */
export const LeftNameEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'leftName', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    hash: { type: 'string', required: true, readOnly: true },
    owners: {
      type: 'list',
      required: true,
      items: { type: 'map', properties: { customerId: { type: 'string', required: true }, ...period } },
    },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byHash: { pk: key('pk', 'leftName#${organizationId}#${hash}'), sk: key('sk', 'leftName') },
  },
}))
