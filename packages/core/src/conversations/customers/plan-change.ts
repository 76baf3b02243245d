import type { EpochMs } from '@replywright/contract/time.ts'
import { type Identity, isSamePart } from './identity.ts'
import type { Evidence } from './name-entity.ts'
import { isSameName, type Name, type Names, nameKey, namesIn } from './names.ts'

/** A notice of the channel that a customer has other names since `at`. */
export interface Change {
  readonly before: Names
  readonly after: Names
  readonly at: EpochMs
  readonly evidence: Evidence
  /** As in `Sighting`. */
  readonly account?: string | undefined
}

/** The provider's times are whole seconds. */
const PRECISION = 1000

/** How long before the time of a notice a customer may have written under the new names. A number gets another owner after months. */
const NOTICE_DELAY = 86_400_000

/**
 * Gives a customer the names of a notice and ends the former ones. Returns the customer's id. A customer who already wrote under the new names is the same one: both are merged.
 */
export function planChange(identity: Identity, { before, after, at, evidence, account }: Change): string {
  const [former, next] = [namesIn(before), namesIn(after)]
  // What was sent in the second of the change, and arrives after it, is from the next owner.
  const until = at - 1
  const find = (names: readonly Name[], wanted: (name: Name) => string | undefined) => {
    const ids = names.flatMap((name) => wanted(name) ?? [])
    const [reserved] = ids
    // A customer whose earlier data is erased has an id that does not exist yet.
    return (
      ids.find((id) => identity.customers.has(id)) ??
      (reserved && identity.createReserved(reserved, names, at, evidence))
    )
  }
  const current = find(next, (name) => identity.ownerAt(name, at + PRECISION))
  if (current !== undefined && isRepeat(identity, current, former, next)) return current
  // The first owner after the change is somebody else. Within its second, the current owner decides.
  const previous =
    find(former, (name) => identity.ownerSince(name, at + PRECISION, at + PRECISION)) ??
    find(former, (name) => identity.ownerSince(name, until, at + PRECISION))
  let id = previous ?? current ?? identity.create(at)
  if (previous !== undefined && current !== undefined && previous !== current) {
    // Who had the number long before the change was another person.
    const since = Math.min(
      ...next
        .flatMap((name) => identity.current(current, name.kind).filter((each) => isSameName(each, name)))
        .map(({ from }) => from),
    )
    if (since >= at - NOTICE_DELAY || !identity.written.has(current)) id = identity.merge(previous, current)
  }
  // A repeat after a later change: somebody else may have these names now.
  if (next.length > 0 && next.every((name) => hasLeftSince(identity, name, id, until))) return id
  const customerId = id
  identity.origins = identity.originsOf(id, former)
  // A message of before may arrive later.
  for (const name of former)
    if (!identity.owners.get(nameKey(name))?.some(({ from }) => from <= at))
      identity.giveBefore(customerId, name, until, evidence)
  const isNewNumber = next.some((name) => name.kind === 'phone' && !former.some((each) => isSameName(each, name)))
  for (const name of identity.customers.get(customerId)?.names ?? []) {
    const isNamed = former.some((each) => isSameName(each, name))
    const isReplaced = next.some(({ kind }) => kind === name.kind) && !former.some(({ kind }) => kind === name.kind)
    // The ids are new with each number, also if the notice does not tell them.
    const isOutdated = isNewNumber && name.kind !== 'username' && name.from < at
    if (name.until !== undefined || next.some((each) => isSameName(each, name))) continue
    // Somebody who was merged by hand may have several numbers.
    if (!isSamePart(name.origins, identity.origins)) continue
    if (isNamed || (name.kind !== 'username' && name.from < at + PRECISION && (isReplaced || isOutdated)))
      identity.end(customerId, name, until, evidence)
  }
  for (const name of next) identity.give(customerId, name, at, evidence, account)
  return customerId
}

/** Returns whether a customer who wrote has all new names and has left the former ones. */
function isRepeat(identity: Identity, customerId: string, former: readonly Name[], next: readonly Name[]): boolean {
  const names = identity.customers.get(customerId)?.names ?? []
  const hasLeft = (name: Name) =>
    next.some((each) => isSameName(each, name)) ||
    (identity.holderOf(name) !== customerId && names.some((each) => isSameName(each, name)))
  return (
    identity.written.has(customerId) &&
    next.every((name) => identity.holderOf(name) === customerId) &&
    former.every(hasLeft)
  )
}

function hasLeftSince(identity: Identity, name: Name, customerId: string, at: EpochMs): boolean {
  const own = identity.owners.get(nameKey(name))?.filter((owner) => owner.customerId === customerId) ?? []
  return own.length > 0 && own.every(({ until }) => until !== undefined && until >= at)
}

/**
 * Gives a number by which the channel knows the customer of another one to that customer. Who has written from it is the same
 * person.
 */
export function planOtherNumber(identity: Identity, number: Name, other: Name, at: EpochMs): string | undefined {
  const id = identity.holderOf(number)
  const holder = identity.holderOf(other)
  if (id === undefined || holder === id) return id
  if (holder !== undefined) return identity.merge(holder, id)
  identity.give(id, other, at, 'channel')
  return id
}
