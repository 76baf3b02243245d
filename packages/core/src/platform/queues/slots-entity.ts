import { Entity, key } from '../table/entity.ts'
import { expiresAtAttribute, table } from '../table/table.ts'

/**
 * A part of the slots of one organisation in one pool of workers: the leases, and the line of waiting holders. It has
 * its own partition. Every write is a conditional update of single entries, so that concurrent writers do not conflict.
 */
export const SlotsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'slots', version: '1' },
    attributes: {
      pool: { type: 'string', required: true, readOnly: true },
      organizationId: { type: 'string', required: true, readOnly: true },
      /** `SlotPart`; absent in items of earlier releases, which are the first part. */
      part: { type: 'string', readOnly: true },
      /** Maps by holder, as in `Slots`. */
      leases: { type: 'any' },
      line: { type: 'any' },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byId: {
        pk: key('pk', 'slots#${pool}#${organizationId}${part}'),
        sk: key('sk', 'slots'),
      },
    },
  },
  table,
)
