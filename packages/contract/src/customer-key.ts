import * as v from 'valibot'
import { digitsOf, PHONE_NUMBER_PATTERN, PhoneNumber, phoneHint, Uuid } from './fields.ts'

const USER = 'user:'
const LONGEST_USER_ID = 128
const USER_PATTERN = `^${USER}\\S{1,${LONGEST_USER_ID}}$`
const ID_PATTERN = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'

function isUserKey(text: string): boolean {
  return text.startsWith(USER) && text.length > USER.length && text.length <= USER.length + LONGEST_USER_ID
}

/** Builds the schema of a customer's key in a request. What comes after its transformation is not in the document: so `description` is given. */
export function customerKey(description: string) {
  return v.pipe(
    v.string(),
    v.description(description),
    v.metadata({ pattern: [USER_PATTERN, ID_PATTERN, PHONE_NUMBER_PATTERN].join('|') }),
    v.transform((text) => {
      if (text.startsWith(USER)) return text
      return v.is(Uuid, text) ? text.toLowerCase() : digitsOf(text)
    }),
    v.check(
      (key) => isUserKey(key) || v.is(Uuid, key) || v.is(PhoneNumber, key),
      ({ input }) => `must be contact.id, user: and a user id, or a phone number in E.164 format${phoneHint(input)}`,
    ),
  )
}

/** A customer: `contact.id`, a phone number in any spelling, or `user:` and the provider's user id. */
export const CustomerKey = customerKey('`contact.id`, a phone number in any spelling, or `user:` and a user id.')

/** The ids of a customer, where the customer has them. */
export const contactIds = {
  userId: v.pipe(
    v.optional(v.string()),
    v.description("The provider's user id, which is new with each number of the customer. Absent without one."),
  ),
  username: v.pipe(
    v.optional(v.string()),
    v.description('The name that the customer has chosen; another customer may have it later. Absent without one.'),
  ),
}
