import { EVIDENCE, NAME_KINDS } from '@replywright/contract/customer-names.ts'
import type { EntityItem } from 'electrodb'
import { derivedId } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

export type Evidence = (typeof EVIDENCE)[number]

const period = {
  from: { type: 'number', required: true },
  /** The last moment of a name that the customer has left. */
  until: { type: 'number' },
} as const

/**
 * The ids of the customers to whom it returns if merges by hand are undone, that of the last merge last. What an event
 * adds belongs to whom the other names of the event belong.
 */
const origins = { type: 'list', items: { type: 'string' } } as const

/** The accounts (`accountOf`) on which a user id was seen: each customer has one id there. */
const accounts = { type: 'list', items: { type: 'string' } } as const

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

/**
 * That an erased customer had left a number before, so that a late message of theirs is not the next owner's. Access: by a
 * hash of the name (`hashOfName`). Stored while the channel may repeat a message.
 */
export const LeftNameEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'leftName', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    hash: { type: 'string', required: true, readOnly: true },
    owners: {
      type: 'list',
      required: true,
      items: { type: 'map', properties: { customerId: { type: 'string', required: true }, ...period } },
    },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byHash: { pk: key('pk', 'leftName#${organizationId}#${hash}'), sk: key('sk', 'leftName') },
  },
}))

/** The channel repeats a webhook for seven days at most. */
export const REPEATED_DAYS = 8

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

/** Returns the id that stands for a name in records without data of customers. */
export function hashOfName(organizationId: string, name: string): string {
  return derivedId('contact', organizationId, name)
}
