import { Entity, type EntityItem } from 'electrodb'
import { table } from '../table.ts'

/** An agent. Access: by id within its organisation. Kept until deleted. */
export const AgentEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agent', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      createdAt: { type: 'number', required: true, readOnly: true },
    },
    indexes: {
      byId: {
        pk: {
          field: 'pk',
          composite: ['organizationId', 'id'],
          template: 'agent#${organizationId}#${id}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'agent', casing: 'none' },
      },
    },
  },
  table,
)
export type AgentItem = EntityItem<typeof AgentEntity>
