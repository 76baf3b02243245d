import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/**
 * The erasure of a customer, without their data: `restore` leaves out what it names. Access: all of an organisation.
 * Kept for a year, which is longer than backups usually are.
 */
export const ErasureEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'erasure', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** The customer's id (`contactId`), a hash of the phone number or of the provider's user id. */
      customer: { type: 'string', required: true, readOnly: true },
      /** The ids of their conversations, and those under which agents remembered them. */
      ids: { type: 'set', items: 'string' },
      /** The time of the latest step in milliseconds. */
      erasedAt: { type: 'number', required: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byCustomer: {
        pk: key('pk', 'erasure#${organizationId}'),
        sk: key('sk', '${customer}'),
      },
    },
  },
  table,
)
export type ErasureItem = EntityItem<typeof ErasureEntity>
