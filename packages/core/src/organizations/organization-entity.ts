import { Entity } from 'electrodb'
import { table } from '../table.ts'

/** An organisation: the owner of everything else. Access: by id. Kept without expiry: it is the tenant itself. */
export const OrganizationEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'organization', version: '1' },
    attributes: {
      id: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      isPersonal: { type: 'boolean', required: true },
      createdAt: { type: 'number', required: true, readOnly: true },
    },
    indexes: {
      byId: {
        pk: { field: 'pk', composite: ['id'], template: 'o#${id}', casing: 'none' },
        sk: { field: 'sk', composite: [], template: 'organization', casing: 'none' },
      },
    },
  },
  table,
)
