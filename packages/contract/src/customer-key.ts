import * as v from 'valibot'
import { PhoneNumber, Uuid } from './fields.ts'

/** A customer: `contact.id`, a phone number in any spelling, or `user:` and the provider's user id. */
export const CustomerKey = v.union(
  [Uuid, v.pipe(v.string(), v.regex(/^user:.{1,128}$/)), PhoneNumber],
  'must be contact.id, a phone number in E.164 format, for example 447700900123, or user: and a user id',
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
