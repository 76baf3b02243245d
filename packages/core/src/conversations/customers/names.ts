import type { NAME_KINDS } from '@replywright/contract/customer-names.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { derivedId } from '../../platform/clock.ts'
import { canonicalNumber, isSameNumber } from '../canonical-number.ts'
import type { CustomerItem, CustomerName } from './customer-entity.ts'
import type { Owner } from './name-entity.ts'

/** The names of a customer in one event of the channel, or in one call of the API. */
export interface Names {
  /** Digits without plus. */
  readonly contactNumber?: string | undefined
  /** The channel's user id. */
  readonly contactUserId?: string | undefined
  /** The id of the user across the businesses of a parent. */
  readonly contactParentId?: string | undefined
  readonly contactUsername?: string | undefined
}

export type NameKind = (typeof NAME_KINDS)[number]
export interface Name {
  readonly kind: NameKind
  readonly value: string
}

/** Returns the names, the most certain first. */
export function namesIn({ contactNumber, contactUserId, contactParentId, contactUsername }: Names): Name[] {
  const all = {
    user_id: contactUserId,
    phone: contactNumber,
    parent_user_id: contactParentId,
    username: contactUsername,
  }
  return (['user_id', 'phone', 'parent_user_id', 'username'] as const).flatMap((kind) => {
    const value = all[kind]
    return value === undefined || value === '' ? [] : [{ kind, value }]
  })
}

/** Returns the key of a name, the same for all spellings of a phone number. */
export function nameKey({ kind, value }: Name): string {
  if (kind === 'phone') return canonicalNumber(value)
  if (kind === 'username') return `@${value.toLowerCase()}`
  return `${kind === 'user_id' ? 'user' : 'parent'}:${value}`
}

/** Returns the keys of all names that lead to a customer. */
export function keysOfCustomer({ names, reserved = [] }: Pick<CustomerItem, 'names' | 'reserved'>): string[] {
  return [...new Set([...names.map(nameKey), ...reserved])]
}

/** Returns whether two names are one. */
export function isSameName(one: Name, other: Name): boolean {
  return one.kind === other.kind && nameKey(one) === nameKey(other)
}

/**
 * Returns who had a name at a time: what was sent before it was left is of the one who left it. A phone number that was
 * left belongs to nobody until another customer has it; an id of the channel is never given to another.
 */
export function ownerAt(owners: readonly Owner[], kind: NameKind, at: EpochMs): Owner | undefined {
  const former = owners.find(({ until }) => until !== undefined && at <= until)
  if (former) return former
  const last = owners.at(-1)
  return last && (last.until === undefined || kind === 'user_id' || kind === 'parent_user_id') ? last : undefined
}

/** Returns who has a name now. */
export function holderOf(owners: readonly Owner[] = []): string | undefined {
  const last = owners.at(-1)
  return last?.until === undefined ? last?.customerId : undefined
}

/** Returns a customer's names of a kind that have not ended, the newest last. */
export function currentNames(names: readonly CustomerName[], kind: NameKind): CustomerName[] {
  return names.filter((name) => name.kind === kind && name.until === undefined).toSorted((a, b) => a.from - b.from)
}

/** Returns the names under which a customer's choice about marketing is stored. */
export function choiceNames({ names }: Pick<CustomerItem, 'names'>): string[] {
  return [...currentNames(names, 'phone'), ...currentNames(names, 'user_id')].map(nameKey)
}

/** What a conversation knows of the names of its customer, so that most messages need no other item. */
export interface KnownNames extends Names {
  /** The names that the customer has left (`nameKey`), and their last moments. */
  readonly left?: readonly { readonly name: string; readonly until: EpochMs }[] | undefined
}

/** Returns whether all names of an event at `at` are or were those of the customer. */
export function knowsAll(known: KnownNames, names: Names, at: EpochMs): boolean {
  const current = namesIn(known)
  return namesIn(names).every((name) => {
    const end = known.left?.find((each) => each.name === nameKey(name))?.until
    if (end !== undefined) return at <= end
    return name.kind === 'phone'
      ? isSameNumber(known.contactNumber, name.value)
      : current.some((each) => isSameName(each, name))
  })
}

/** Returns the id that stands for a name in records without data of customers. */
export function hashOfName(organizationId: string, name: string): string {
  return derivedId('contact', organizationId, name)
}
