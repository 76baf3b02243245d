import { contactId } from '../../conversations/contact-id.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { ErasureEntity } from './erasure-entity.ts'
import { type Customer, ownersOf } from './find-customer.ts'

const KEPT_DAYS = 365

/**
 * Stores that a customer is erased at `now`, in milliseconds. Called before anything is erased, because later steps no
 * longer find what names the ids.
 */
export async function recordErasure(customer: Customer, now: number): Promise<void> {
  const { organizationId, name, refs } = customer
  await ErasureEntity.upsert({
    organizationId,
    customer: contactId({ organizationId, contactNumber: name, id: '' }),
    erasedAt: now,
    expiresAt: expiryAfter(now, KEPT_DAYS),
  })
    .add({ ids: [...refs.map(({ id }) => id), ...ownersOf(customer)] })
    .go()
}
