import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/** The tenant that owns all other items. Access: by id; all of the service, oldest first. No expiry. */
export const OrganizationEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'organization', version: '1' },
    attributes: {
      id: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      isPersonal: { type: 'boolean', required: true },
      createdAt: { type: 'number', required: true, readOnly: true, padding: { length: 13, char: '0' } },
    },
    indexes: {
      byId: {
        pk: key('pk', 'o#${id}'),
        sk: key('sk', 'organization'),
      },
      all: {
        index: 'gsi1',
        pk: key('gsi1pk', 'organizations'),
        sk: key('gsi1sk', '${createdAt}#${id}'),
      },
    },
  },
  table,
)
