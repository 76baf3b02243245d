import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/** A local template. Access: by id within its organisation; all of one (at most 250). Stored until deleted. */
export const TemplateEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'template', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      category: { type: ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const, required: true },
      parameterFormat: { type: ['POSITIONAL', 'NAMED'] as const, required: true },
      language: { type: 'string', required: true },
      /** JSON text, so that any JSON is returned unchanged. */
      components: { type: 'string', required: true },
      createdAt: { type: 'number', required: true, readOnly: true },
      updatedAt: { type: 'number', required: true },
      /** The number of changes, which detects outdated ones. Absent: 0. */
      revision: { type: 'number' },
    },
    indexes: {
      byId: {
        pk: key('pk', 'templates#${organizationId}'),
        sk: key('sk', 'template#${id}'),
      },
    },
  },
  table,
)
export type TemplateItem = EntityItem<typeof TemplateEntity>
