import { countryByPrefix } from './countries.static.ts'

/** The longest first digits in the table. */
const LONGEST_PREFIX = 7
/** The provider's user ids begin with the customer's country. */
const USER_ID = /^([A-Z]{2})\./

/**
 * Returns the country (ISO 3166-1 alpha-2) of a customer by the phone number (digits without plus) or the provider's user
 * id, or `''` if neither tells it.
 */
export function countryOf(recipient: string | undefined): string {
  if (recipient === undefined) return ''
  const [, country] = USER_ID.exec(recipient) ?? []
  if (country !== undefined) return country
  for (let length = LONGEST_PREFIX; length > 0; length--) {
    const found = countryByPrefix[recipient.slice(0, length)]
    if (found !== undefined) return found
  }
  return ''
}
