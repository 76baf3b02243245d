import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The ownership of a number, in the organisation's partition, so that its numbers can be read strongly. Written in the
 * transaction that creates the number. Access: all of an organisation; by digits. Stored as long as the number.
 */
export const NumberOwnershipEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'numberOwnership', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** Digits without plus. */
      number: { type: 'string', required: true, readOnly: true },
      phoneNumberId: { type: 'string', required: true, readOnly: true },
    },
    indexes: {
      byOrganization: {
        pk: key('pk', 'o#${organizationId}'),
        sk: key('sk', 'number#${number}#${phoneNumberId}'),
      },
    },
  },
  table,
)
