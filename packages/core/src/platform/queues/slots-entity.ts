import { Entity, key } from '../table/entity.ts'
import { expiresAtAttribute, table } from '../table/table.ts'

/**
 * The slots of one organisation in one pool of workers: who holds one, and who is next in line. It has a partition of its own.
 * Every write is a plain conditional update of single entries, so that writers do not exclude one another.
 */
export const SlotsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'slots', version: '1' },
    attributes: {
      pool: { type: 'string', required: true, readOnly: true },
      organizationId: { type: 'string', required: true, readOnly: true },
      /** As `Slots` has them: maps whose keys are the holders. */
      leases: { type: 'any' },
      line: { type: 'any' },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byId: {
        pk: key('pk', 'slots#${pool}#${organizationId}'),
        sk: key('sk', 'slots'),
      },
    },
  },
  table,
)
