import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import type { Names } from '../customers/names.ts'
import { customersOf } from '../opt-out.ts'

/** As long as the messages that a phone shares reach back. */
const CONTACT_DAYS = 180

/**
 * The name that the owner of a connected phone gave a contact who has no conversation with the number. Access: by number and name of
 * the customer (`customersOf`). Removed when the customer is erased, or by expiry.
 */
export const PhoneContactEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'phoneContact', version: '1' },
  attributes: {
    phoneNumberId: { type: 'string', required: true, readOnly: true },
    customer: { type: 'string', required: true, readOnly: true },
    organizationId: { type: 'string', required: true, readOnly: true },
    name: { type: 'string', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byCustomer: { pk: key('pk', 'phoneContact#${phoneNumberId}#${customer}'), sk: key('sk', 'contact') },
  },
}))

interface OfNumber {
  readonly organizationId: string
  readonly phoneNumberId: string
}

/** Stores the name of a contact, or removes it. */
export async function storePhoneContact(
  { organizationId, phoneNumberId }: OfNumber,
  names: Names,
  name: string | undefined,
  now: EpochMs,
): Promise<void> {
  await Promise.all(
    customersOf(names).map((customer) =>
      name === undefined
        ? PhoneContactEntity.delete({ phoneNumberId, customer }).go()
        : PhoneContactEntity.put({
            phoneNumberId,
            customer,
            organizationId,
            name,
            expiresAt: expiryAfter(now, CONTACT_DAYS),
          }).go(),
    ),
  )
}

/** Returns the name that the owner of the number's phone gave a customer, or undefined. */
export async function findPhoneContact(
  { organizationId, phoneNumberId }: OfNumber,
  names: Names,
): Promise<string | undefined> {
  for (const customer of customersOf(names)) {
    const { data } = await PhoneContactEntity.get({ phoneNumberId, customer }).go({ consistent: true })
    if (data?.organizationId === organizationId) return data.name
  }
  return undefined
}

/** Removes the names that phones gave a customer, named as `customersOf` does. */
export async function erasePhoneContacts(
  phoneNumberIds: readonly string[],
  customers: readonly string[],
): Promise<void> {
  await Promise.all(
    phoneNumberIds.flatMap((phoneNumberId) =>
      customers.map((customer) => PhoneContactEntity.delete({ phoneNumberId, customer }).go()),
    ),
  )
}
