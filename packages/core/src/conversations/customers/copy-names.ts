import { isSameNumber } from '../canonical-number.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { CustomerItem } from './customer-entity.ts'
import { currentNames, isSameName, type Name, type Names, nameKey } from './names.ts'

/**
 * Returns the names of a conversation as its customer has them now. `seen` are those of the event that changes them. A customer who
 * was merged by hand can have several numbers: the one that they used last is written to.
 */
export function copyOf(
  { names }: CustomerItem,
  { contactNumber, contactUserId }: Pick<ConversationItem, 'contactNumber' | 'contactUserId'>,
  seen: Names = {},
) {
  const phones = currentNames(names, 'phone')
  const used = names.some(({ origins }) => origins) ? [seen.contactNumber, contactNumber] : []
  const [last] = used.flatMap((value) => phones.find((each) => isSameNumber(each.value, value ?? '')) ?? [])
  const phone = last ?? phones.findLast(({ evidence }) => evidence !== 'channel') ?? phones.at(-1)
  const ids = currentNames(names, 'user_id').map(({ value }) => value)
  // Each account of the provider knows a customer by another id.
  const userId = [seen.contactUserId, contactUserId].find((id) => id !== undefined && ids.includes(id)) ?? ids.at(-1)
  const left = names
    .flatMap((name) =>
      name.until === undefined || isCurrent(names, name) ? [] : [{ name: nameKey(name), until: name.until }],
    )
    .toSorted((one, other) => other.until - one.until)
    .slice(0, REMEMBERED)
  return {
    contactNumber: phone?.value,
    contactUserId: userId,
    contactParentId: currentNames(names, 'parent_user_id').at(-1)?.value,
    contactUsername: currentNames(names, 'username').at(-1)?.value,
    left: left.length > 0 ? left : undefined,
  }
}

/** Former names of the customer in a conversation, so that its item stays small. */
const REMEMBERED = 6

function isCurrent(names: CustomerItem['names'], name: Name): boolean {
  return names.some((each) => each.until === undefined && isSameName(each, name))
}

/** Returns whether names of an event are other ones of a customer than those to which a conversation writes. */
export function isOtherAddress(customer: CustomerItem, conversation: ConversationItem, seen: Names): boolean {
  const { contactNumber, contactUserId } = copyOf(customer, conversation, seen)
  return contactNumber !== conversation.contactNumber || contactUserId !== conversation.contactUserId
}
