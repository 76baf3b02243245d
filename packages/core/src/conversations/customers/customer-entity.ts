import { EVIDENCE, NAME_KINDS } from '@replywright/contract/customer-names.ts'
import type { EntityItem } from 'electrodb'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { accounts, origins, period } from './name-entity.ts'

/**
 * A customer of an organisation: the names that they have and had, and their conversation with each of its numbers.
 * Access: by id (`contact.id`). Stored as long as a conversation, and then until what agents remember has expired.
 */
export const CustomerEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'customer', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    names: {
      type: 'list',
      required: true,
      items: {
        type: 'map',
        properties: {
          kind: { type: NAME_KINDS, required: true },
          /** As the channel writes it, which is how it is used for sending. */
          value: { type: 'string', required: true },
          ...period,
          accounts,
          origins,
          evidence: { type: EVIDENCE, required: true },
          /** What showed the end. */
          endedBy: { type: EVIDENCE },
        },
      },
    },
    /** The conversation with each number, by our id of the number. */
    conversations: {
      type: 'list',
      required: true,
      items: {
        type: 'map',
        properties: { numberId: { type: 'string', required: true }, id: { type: 'string', required: true }, origins },
      },
    },
    /** Keys of names of before an erasure that lead to the customer, although no event has shown them since. */
    reserved: { type: 'list', items: { type: 'string' } },
    /** The customers who turned out to be this one, oldest first. */
    merged: {
      type: 'list',
      items: {
        type: 'map',
        properties: {
          id: { type: 'string', required: true },
          at: { type: 'number', required: true },
          evidence: { type: EVIDENCE, required: true },
          /** Which conversations continue in which. */
          moves: {
            type: 'list',
            required: true,
            items: {
              type: 'map',
              properties: { from: { type: 'string', required: true }, to: { type: 'string', required: true } },
            },
          },
        },
      },
    },
    /** Raised with each change, which is conditional on it. */
    revision: { type: 'number', required: true },
    createdAt: { type: 'number', required: true, readOnly: true },
    expiresAt: expiresAtAttribute,
  },
  indexes: {
    byId: { pk: key('pk', 'customer#${organizationId}#${id}'), sk: key('sk', 'customer') },
  },
}))
export type CustomerItem = EntityItem<typeof CustomerEntity>
export type CustomerName = CustomerItem['names'][number]
