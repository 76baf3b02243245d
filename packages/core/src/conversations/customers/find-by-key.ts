import { validate as isUuid } from 'uuid'
import { invalidField, notFound } from '../../platform/errors.ts'
import { copyOf } from './copy-names.ts'
import type { CustomerItem } from './customer-entity.ts'
import { findCustomerItem } from './load-identity.ts'
import { currentId } from './moved-entity.ts'
import { type Names, namesIn } from './names.ts'
import { findByName } from './resolve.ts'

const USER = 'user:'
const USERNAME = '@'

/** Returns the names that a caller's key of a customer states; none for `contact.id`. */
export function namesOfKey(key: string): Names {
  if (isUuid(key)) return {}
  if (key.startsWith(USERNAME)) return { contactUsername: key.slice(USERNAME.length) }
  return key.startsWith(USER) ? { contactUserId: key.slice(USER.length) } : { contactNumber: key }
}

/**
 * Returns the customer of a key, or null if there is none: `contact.id`, a phone number (digits) in any spelling, `user:` and
 * the channel's user id, or `@` and a username.
 */
export async function findCustomerByKey(organizationId: string, key: string): Promise<CustomerItem | null> {
  if (isUuid(key)) return await findCustomerItem(organizationId, await currentId(organizationId, key))
  const [found] = await findByName(organizationId, namesIn(namesOfKey(key)), Number.MAX_SAFE_INTEGER)
  return found ?? null
}

/**
 * Returns the names by which a customer can be written to. @throws ServiceError 404 for an unknown `contact.id`; 400 for a
 * customer without a number and user id
 */
export async function namesToReach(organizationId: string, key: string): Promise<Names> {
  if (!isUuid(key)) return namesOfKey(key)
  const customer = await findCustomerByKey(organizationId, key)
  if (!customer) throw notFound('customer')
  const { contactNumber, contactUserId } = copyOf(customer, {})
  if (contactNumber === undefined && contactUserId === undefined)
    throw invalidField('toNumber', 'has neither a phone number nor a user id now')
  return contactNumber === undefined ? { contactUserId } : { contactNumber }
}
