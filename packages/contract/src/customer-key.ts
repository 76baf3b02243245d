import * as v from 'valibot'
import { digitsOf, PHONE_NUMBER_PATTERN } from './fields.ts'

const USER_ID = '^user:.{1,128}$'
const CUSTOMER_ID = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'

/** A customer: `contact.id`, a phone number in any spelling, or `user:` and the provider's user id. */
export const CustomerKey = v.pipe(
  v.string(),
  v.metadata({ pattern: [USER_ID, CUSTOMER_ID, PHONE_NUMBER_PATTERN].join('|') }),
  v.transform((text) => {
    if (text.startsWith('user:')) return text
    return new RegExp(CUSTOMER_ID).test(text) ? text.toLowerCase() : digitsOf(text)
  }),
  v.regex(
    /^(?:user:.{1,128}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[1-9]\d{6,14})$/,
    'must be contact.id, a phone number in E.164 format, for example 447700900123, or user: and a user id',
  ),
)

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
