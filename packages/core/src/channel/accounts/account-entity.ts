import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * A business account at the provider. Access: by id within its organisation; all of an organisation; all with the
 * provider's id, because several organisations can use one account. Stored while it is connected.
 */
export const AccountEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'account', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      /** The provider's id of the account. */
      waId: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      /** Encrypted, purpose `provider-token`. */
      accessToken: { type: 'string', required: true },
      createdAt: { type: 'number', required: true, readOnly: true },
    },
    indexes: {
      byId: {
        pk: key('pk', 'o#${organizationId}'),
        sk: key('sk', 'account#${id}'),
      },
      byWaId: {
        index: 'gsi1',
        pk: key('gsi1pk', 'wa#${waId}'),
        sk: key('gsi1sk', '${organizationId}'),
      },
    },
  },
  table,
)
export type AccountItem = EntityItem<typeof AccountEntity>
