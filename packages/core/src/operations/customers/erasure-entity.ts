import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { canonicalNumber } from '../../conversations/canonical-number.ts'
import { hashOfName } from '../../conversations/customers/names.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { type Customer, namesOf, ownersOf } from './find-customer.ts'

/**
 * The erasure of a customer, without their data: `restore` leaves out what it names. Access: all of an organisation.
 * Kept for a year, which is longer than backups usually are.
 */
export const ErasureEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'erasure', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** A hash of the name by which the customer was erased (`hashOfName`). */
    customer: { type: 'string', required: true, readOnly: true },
    /** The ids of the customer and their conversations, and hashes of their names. */
    ids: { type: 'set', items: 'string' },
    /** The time of the latest start. */
    erasedAt: { type: 'number', required: true },
    /** When a conversation was last cut off. */
    cutAt: { type: 'number' },
    /**
     * What is erased until the end. It names the customer, so the end removes it. A repeat after an interruption no longer
     * finds what was cut off.
     */
    open: {
      type: 'list',
      items: {
        type: 'map',
        properties: {
          phoneNumberId: { type: 'string', required: true },
          id: { type: 'string', required: true },
          /** The id of the customer whom the next message creates, and the names that lead to it. */
          successor: { type: 'string', required: true },
          names: { type: 'list', items: { type: 'string' }, required: true },
        },
      },
    },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byCustomer: { pk: key('pk', 'erasure#${organizationId}'), sk: key('sk', '${customer}') },
  },
}))

export type ErasureItem = EntityItem<typeof ErasureEntity>

/** A part of an erasure that goes on. */
export type OpenPart = NonNullable<ErasureItem['open']>[number]

/** Returns the erasure of a customer, or null. Read strongly. */
export async function findErasure(customer: Customer): Promise<ErasureItem | null> {
  return (await ErasureEntity.get(erasureKey(customer)).go({ consistent: true })).data
}

/** Returns the key of a customer’s erasure, which has a hash of their name only. */
export function erasureKey({
  organizationId,
  name,
}: Pick<Customer, 'organizationId' | 'name'>): Pick<ErasureItem, 'organizationId' | 'customer'> {
  return { organizationId, customer: hashOfName(organizationId, canonicalNumber(name)) }
}

const KEPT_DAYS = 365

/**
 * Stores that a customer is erased at `now`, and what is to be erased. Called before anything is erased, because later
 * steps no longer find what names the ids.
 */
export async function recordErasure(
  customer: Customer,
  open: readonly OpenPart[],
  { now, cutAt }: { readonly now: EpochMs; readonly cutAt: EpochMs },
): Promise<void> {
  const { organizationId } = customer
  const names = [...namesOf(customer).map((name) => name.replace(/^user:/, '')), customer.name]
  const hashes = names.map((name) => hashOfName(organizationId, canonicalNumber(name)))
  await ErasureEntity.upsert({
    ...erasureKey(customer),
    erasedAt: now,
    cutAt,
    open: [...open],
    expiresAt: expiryAfter(now, KEPT_DAYS),
  })
    .add({ ids: [...new Set([...open.map(({ id }) => id), ...ownersOf(customer), ...hashes])] })
    .go()
}
