import type { EVIDENCE } from '@replywright/contract/customer-names.ts'
import type { EntityItem } from 'electrodb'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

export type Evidence = (typeof EVIDENCE)[number]

/** The time in which a name is or was a customer's. */
export const period = {
  from: { type: 'number', required: true },
  /** The last moment of a name that the customer has left. */
  until: { type: 'number' },
} as const

/**
 * The ids of the customers to whom it returns if merges by hand are undone, that of the last merge last. What an event
 * adds belongs to whom the other names of the event belong.
 */
export const origins = { type: 'list', items: { type: 'string' } } as const

/** The accounts (`accountOf`) on which a user id was seen: each customer has one id there. */
export const accounts = { type: 'list', items: { type: 'string' } } as const

/**
 * A name of a customer: whose it is, and whose it was. Access: by organisation and name (`nameKey`). Stored as long as one
 * of its customers.
 */
export const NameEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'name', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    name: { type: 'string', required: true, readOnly: true },
    /** Oldest first. At most the last one has no end: a name belongs to one customer at a time. */
    owners: {
      type: 'list',
      required: true,
      items: {
        type: 'map',
        properties: {
          customerId: { type: 'string', required: true },
          ...period,
          origins,
          /** The user ids of an erased customer who had this number, until the erasure ends: another id is another person's. */
          users: {
            type: 'list',
            items: { type: 'map', properties: { value: { type: 'string', required: true }, accounts } },
          },
        },
      },
    },
    /** Whether a conversation was erased whose id derives from the name. The next one has another id. */
    isReused: { type: 'boolean' },
    /** Raised with each change, which is conditional on it. */
    revision: { type: 'number', required: true },
    expiresAt: expiresAtAttribute,
  },
  indexes: {
    byName: { pk: key('pk', 'name#${organizationId}#${name}'), sk: key('sk', 'name') },
  },
}))
export type NameItem = EntityItem<typeof NameEntity>
export type Owner = NameItem['owners'][number]
