import type { EpochMs } from '@replywright/contract/time.ts'
import { type Identity, isSamePart } from './identity.ts'
import type { Evidence } from './name-entity.ts'
import { type Name, type Names, nameKey, namesIn } from './names.ts'

/** An event that shows names. */
export interface Sighting {
  readonly names: Names
  /** Where the customer's user id is valid (`accountOf`); absent for an event on no number. */
  readonly account?: string | undefined
  readonly at: EpochMs
  readonly evidence: Evidence
}

/**
 * Returns the id of the customer who sent a message, or to whom the business writes, and gives them the names that they did
 * not have. A user id decides, because it is never another person's. Another id with the same phone number is
 * another person who has the number now, unless a notice says that both are one.
 */
export function planSighting(identity: Identity, { names, at, evidence, account }: Sighting, now: EpochMs): string {
  const found = namesIn({ ...names, contactUsername: undefined })
  const [user, phone] = (['user_id', 'phone'] as const).map((kind) => found.find((name) => name.kind === kind))
  const byUser = user && identity.ownerAt(user, at)
  const byPhone = phone && identity.ownerAt(phone, at)
  const byParent = found.flatMap((name) =>
    name.kind === 'parent_user_id' ? (identity.ownerAt(name, at) ?? []) : [],
  )[0]
  const isOther =
    byPhone !== undefined &&
    byUser === undefined &&
    user !== undefined &&
    phone !== undefined &&
    identity.holderOf(phone) === byPhone &&
    identity.isOtherUser(byPhone, phone, user, account)
  let id = byUser ?? (isOther ? undefined : byPhone) ?? byParent
  if (id !== undefined) identity.origins = identity.originsOf(id, found)
  // A customer whose earlier data is erased has an id that does not exist yet.
  if (id === undefined || !identity.customers.has(id)) id = identity.create(now, id)
  if (byPhone !== undefined && byPhone !== id && identity.customers.has(byPhone) && phone && user) {
    const isOnePerson =
      !isOther && identity.current(byPhone, 'user_id').length === 0 && identity.holderOf(phone) === byPhone
    if (isOnePerson) id = identity.merge(id, byPhone)
  }
  for (const name of namesIn(names)) link(identity, id, name, { at, evidence, account })
  return id
}

/** Gives a customer a name of a message, unless somebody has left it or has it since a later time. */
function link(
  identity: Identity,
  id: string,
  name: Name,
  { at, evidence, account }: Pick<Sighting, 'at' | 'evidence' | 'account'>,
): void {
  const owners = identity.owners.get(nameKey(name)) ?? []
  const holder = identity.holderOf(name)
  if (holder === id) {
    identity.give(id, name, at, evidence, account)
    return
  }
  const isPast = owners.some((owner) =>
    owner.until === undefined ? identity.begins(name, owner) > at : at <= owner.until,
  )
  // Only a notice gives a number back to who has left it.
  const hasLeft = name.kind === 'phone' && owners.some((owner) => owner.customerId === id)
  if (isPast || hasLeft) return
  if (name.kind === 'username')
    for (const former of identity.current(id, 'username')) identity.end(id, former, at - 1, evidence)
  if (name.kind === 'phone' && evidence === 'message')
    for (const former of identity.current(id, 'phone'))
      if (former.evidence === 'message' && former.from < at && isSamePart(former.origins, identity.origins))
        identity.end(id, former, at - 1, evidence)
  identity.give(id, name, at, evidence, account)
}
