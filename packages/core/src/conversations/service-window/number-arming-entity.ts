import { outAttribute } from '../../platform/outbox/out.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/**
 * A request to arm the open service windows of a number, because a webhook came into its default route: one step of at
 * most 500 conversations. Access: none; only its `out` is used.
 */
export const NumberArmingEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'numberArming', version: '1' },
    attributes: {
      phoneNumberId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
      out: { ...outAttribute, required: true, readOnly: true },
    },
    indexes: {
      byId: {
        pk: key('pk', 'numberArming#${phoneNumberId}'),
        sk: key('sk', '${id}'),
      },
    },
  },
  table,
)
