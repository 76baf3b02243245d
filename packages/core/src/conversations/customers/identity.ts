import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter } from '../../platform/clock.ts'
import type { CustomerItem, CustomerName } from './customer-entity.ts'
import type { Evidence, NameItem } from './name-entity.ts'
import {
  currentNames,
  holderOf,
  isSameName,
  keysOfCustomer,
  type Name,
  type NameKind,
  nameKey,
  ownerAt,
} from './names.ts'

/** Days in which a customer is stored who has no conversation. What agents remember is stored as long. */
const DAYS_WITHOUT_CONVERSATION = 365

/** What is stored of some names and of the customers who have or had them. */
export interface Stored {
  readonly names: ReadonlyMap<string, Pick<NameItem, 'owners' | 'isReused'>>
  readonly customers: ReadonlyMap<string, CustomerItem>
  /** The customers who wrote to the number. */
  readonly written: ReadonlySet<string>
}

/** What belongs to a customer or to a part of them. */
interface Marked {
  readonly origins?: string[] | undefined
}

/** Returns what belongs to a customer as it was before the last merge by hand. */
function unmarked<Part extends Marked>(part: Part): Part {
  const origins = part.origins?.slice(0, -1) ?? []
  return { ...part, origins: origins.length > 0 ? origins : undefined }
}

/** The merge of a customer into another one. */
export interface Merge {
  readonly from: string
  readonly into: string
}

/** Whose part something is before merges by hand (`origins` of a name). */
export type Origins = readonly string[] | undefined

/**
 * The customers of some names, and what an event changes about them. Changes are made here and written in one transaction,
 * so a name belongs to one customer at a time. `newId` returns the id of a new customer.
 */
export class Identity {
  readonly owners = new Map<string, NameItem['owners']>()
  readonly customers = new Map<string, CustomerItem>()
  readonly merges: Merge[] = []
  /** The merges that are undone. */
  readonly splits: Merge[] = []
  /** Whose part the names of the event are. */
  origins: Origins
  /** The names from which the id of an erased conversation derives. */
  readonly reused = new Set<string>()
  readonly changedNames = new Set<string>()
  readonly changedCustomers = new Set<string>()
  readonly written: ReadonlySet<string>
  readonly #organizationId: string
  readonly #newId: () => string

  constructor(organizationId: string, stored: Stored, newId: () => string) {
    this.#organizationId = organizationId
    this.#newId = newId
    this.written = stored.written
    for (const [name, { owners, isReused }] of stored.names) {
      this.owners.set(name, [...owners])
      if (isReused) this.reused.add(name)
    }
    for (const [id, customer] of stored.customers) this.customers.set(id, customer)
  }

  /** Returns the id of the customer who had a name at a time. */
  ownerAt(name: Name, at: EpochMs): string | undefined {
    return ownerAt(this.owners.get(nameKey(name)) ?? [], name.kind, at)?.customerId
  }

  /** As `ownerAt`, if the customer was known by the name until `since`. */
  ownerSince(name: Name, at: EpochMs, since: EpochMs): string | undefined {
    const owner = ownerAt(this.owners.get(nameKey(name)) ?? [], name.kind, at)
    return owner && this.begins(name, owner) <= since ? owner.customerId : undefined
  }

  /** Returns since when a customer has or had a name. When the business wrote to it first says nothing about that. */
  begins(name: Name, { customerId, from }: NameItem['owners'][number]): EpochMs {
    const names = this.customers.get(customerId)?.names ?? []
    if (names.find((each) => isSameName(each, name))?.evidence !== 'api') return from
    const shown = names.flatMap((each) => (each.evidence === 'message' ? [each.from] : []))
    return shown.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...shown)
  }

  holderOf(name: Name): string | undefined {
    return holderOf(this.owners.get(nameKey(name)))
  }

  /** Creates a customer, under `id` if an erasure has reserved it for who has or had names that were read. */
  create(at: EpochMs, id: string = this.#newId()): string {
    const organizationId = this.#organizationId
    const expiresAt = expiryAfter(at, DAYS_WITHOUT_CONVERSATION)
    const all = { organizationId, id, names: [], conversations: [], revision: 0, createdAt: at, expiresAt }
    const reserved = [...this.owners].flatMap(([name, owners]) =>
      owners.some(({ customerId }) => customerId === id) ? [name] : [],
    )
    this.customers.set(id, { ...all, ...(reserved.length > 0 && { reserved }) })
    // The names are written, too, because they may lead to somebody else meanwhile.
    for (const name of reserved) this.changedNames.add(name)
    this.changedCustomers.add(id)
    return id
  }

  /** Creates the customer of an id that an erasure has reserved, with those of some names that lead to it. Returns the id. */
  createReserved(id: string, names: readonly Name[], at: EpochMs, evidence: Evidence): string {
    this.create(at, id)
    for (const name of names) if (this.holderOf(name) === id) this.give(id, name, at, evidence)
    return id
  }

  /** Gives a name to a customer from `at` on; ends it for the one who had it. */
  give(customerId: string, name: Name, at: EpochMs, evidence: Evidence, account?: string): void {
    const isNewOn = account !== undefined && name.kind === 'user_id'
    const holder = this.holderOf(name)
    if (holder === customerId && this.#has(customerId, name)) {
      this.#beginAt(customerId, name, at)
      if (isNewOn) this.#addAccount(customerId, name, account)
      return
    }
    if (holder !== undefined && holder !== customerId) this.end(holder, name, at - 1, evidence)
    const origins = this.origins ? { origins: [...this.origins] } : {}
    if (holder !== customerId) this.#setOwners(name, [...this.#ownersOf(name), { customerId, from: at, ...origins }])
    const accounts = isNewOn ? { accounts: [account] } : {}
    this.#setNames(customerId, (names) => [...names, { ...name, from: at, evidence, ...accounts, ...origins }])
  }

  #addAccount(customerId: string, name: Name, account: string): void {
    const lacksIt = (each: CustomerName) => isSameName(each, name) && !each.accounts?.includes(account)
    if (!this.current(customerId, 'user_id').some(lacksIt)) return
    this.#setNames(customerId, (names) =>
      names.map((each) => (lacksIt(each) ? { ...each, accounts: [...(each.accounts ?? []), account] } : each)),
    )
  }

  /** A message of before shows that the customer had the name earlier. */
  #beginAt(customerId: string, name: Name, at: EpochMs): void {
    const isLater = ({ from, until }: { readonly from: EpochMs; readonly until?: EpochMs | undefined }) =>
      until === undefined && from > at
    if (!this.#ownersOf(name).some(isLater)) return
    this.#setOwners(
      name,
      this.#ownersOf(name).map((owner) => (isLater(owner) ? { ...owner, from: at } : owner)),
    )
    this.#setNames(customerId, (names) =>
      names.map((each) => (isSameName(each, name) && isLater(each) ? { ...each, from: at } : each)),
    )
  }

  /** Gives a customer a name that ended at `until`, before anybody else had it. */
  giveBefore(customerId: string, name: Name, until: EpochMs, evidence: Evidence): void {
    const known = { from: until, until, ...(this.origins && { origins: [...this.origins] }) }
    this.#setOwners(name, [{ customerId, ...known }, ...this.#ownersOf(name)])
    this.#setNames(customerId, (names) => [{ ...name, ...known, evidence, endedBy: evidence }, ...names])
  }

  /** Ends a name that a customer has; `until` is its last moment. */
  end(customerId: string, name: Name, until: EpochMs, endedBy: Evidence): void {
    if (this.holderOf(name) !== customerId) return
    this.#setOwners(
      name,
      this.#ownersOf(name).map((owner) => (owner.until === undefined ? { ...owner, until } : owner)),
    )
    this.#setNames(customerId, (names) =>
      names.map((each) => (isSameName(each, name) && each.until === undefined ? { ...each, until, endedBy } : each)),
    )
  }

  /** Returns the customer's names of a kind that have not ended. */
  current(customerId: string, kind: NameKind): CustomerName[] {
    return currentNames(this.customers.get(customerId)?.names ?? [], kind)
  }

  /**
   * Returns whether a customer has another user id on an account than `user`, so that they are two people. Of an erased customer
   * whose next message has not come, the owners of the number know the ids.
   */
  isOtherUser(customerId: string, number: Name, user: Name, account: string | undefined): boolean {
    const erased = this.#ownersOf(number).flatMap((owner) =>
      owner.customerId === customerId && owner.until === undefined ? (owner.users ?? []) : [],
    )
    const known = [...this.current(customerId, 'user_id'), ...erased]
    const here = known.filter(({ accounts }) => account !== undefined && accounts?.includes(account))
    return here.length > 0 && known.every(({ value }) => value !== user.value)
  }

  /** Makes two customers one. The one that wrote remains, or the one that was known first. Returns its id. */
  merge(one: string, other: string): string {
    if (one === other) return one
    const isFirst =
      this.written.has(one) === this.written.has(other) ? this.#since(one) <= this.#since(other) : this.written.has(one)
    const [into, from] = isFirst ? [one, other] : [other, one]
    this.#join(into, from, (part) => part)
    return into
  }

  /** Makes a customer part of another one, as a person decided. What is theirs has their id in `origins`, so that they can be split again. */
  absorb(into: string, from: string): void {
    this.#join(into, from, (part) => ({ ...part, origins: [...(part.origins ?? []), from] }))
  }

  #join(into: string, from: string, mark: <Part extends Marked>(part: Part) => Part): void {
    const loser = this.customers.get(from)
    for (const key of loser ? keysOfCustomer(loser) : []) {
      const owners = this.owners.get(key) ?? []
      this.owners.set(
        key,
        owners.map((owner) => (owner.customerId === from ? { ...mark(owner), customerId: into } : owner)),
      )
      this.changedNames.add(key)
    }
    const winner = this.customers.get(into)
    if (winner && loser?.reserved)
      this.customers.set(into, { ...winner, reserved: [...(winner.reserved ?? []), ...loser.reserved] })
    this.#setNames(into, (names) => [...names, ...(loser?.names ?? []).map(mark)].toSorted((a, b) => a.from - b.from))
    if (loser) this.customers.set(from, { ...loser, conversations: loser.conversations.map(mark) })
    this.changedCustomers.add(from)
    this.merges.push({ from, into })
  }

  /**
   * Makes a customer whom a person merged a customer of their own again: with the names and conversations that are
   * theirs. `former` is as before the merge; `restored` are the conversations that end no longer.
   */
  split(into: string, former: CustomerItem, restored: CustomerItem['conversations'], at: EpochMs): void {
    const winner = this.customers.get(into)
    if (!winner) return
    const isTheirs = ({ origins }: Marked) => origins?.at(-1) === former.id
    for (const [key, owners] of this.owners) {
      if (!owners.some((owner) => owner.customerId === into && isTheirs(owner))) continue
      this.owners.set(
        key,
        owners.map((owner) => (isTheirs(owner) ? { ...unmarked(owner), customerId: former.id } : owner)),
      )
      this.changedNames.add(key)
    }
    const conversations = [
      ...winner.conversations.filter(isTheirs).map(unmarked),
      ...restored.filter(({ numberId }) =>
        winner.conversations.every((each) => each.numberId !== numberId || !isTheirs(each)),
      ),
    ]
    const reserved = former.reserved ?? []
    const earlier = new Set([former.id, ...(former.merged ?? []).map(({ id }) => id)])
    this.customers.set(former.id, {
      ...former,
      names: winner.names.filter(isTheirs).map(unmarked),
      conversations,
      revision: 0,
      expiresAt: conversations.length > 0 ? undefined : expiryAfter(at, DAYS_WITHOUT_CONVERSATION),
    })
    this.customers.set(into, {
      ...winner,
      names: winner.names.filter((name) => !isTheirs(name)),
      conversations: winner.conversations.filter((each) => !isTheirs(each)),
      reserved: winner.reserved?.filter((key) => !reserved.includes(key)),
      merged: winner.merged?.filter(({ id }) => !earlier.has(id)),
    })
    this.changedCustomers.add(into).add(former.id)
    this.splits.push({ from: former.id, into })
  }

  /** Returns whose part a customer's name is: of the first of some names that the customer has or had. */
  originsOf(customerId: string, names: readonly Name[]): Origins {
    const own = this.customers.get(customerId)?.names ?? []
    return names.flatMap((name) => own.findLast((each) => isSameName(each, name)) ?? [])[0]?.origins
  }

  /** Writes the customer again, although no name changes: the names of the event are those to write to. */
  touch(customerId: string): void {
    this.changedCustomers.add(customerId)
  }

  #since(customerId: string): number {
    return this.customers.get(customerId)?.createdAt ?? Number.POSITIVE_INFINITY
  }

  #has(customerId: string, name: Name): boolean {
    return this.current(customerId, name.kind).some((each) => isSameName(each, name))
  }

  #ownersOf(name: Name): NameItem['owners'] {
    return this.owners.get(nameKey(name)) ?? []
  }

  #setOwners(name: Name, owners: NameItem['owners']): void {
    this.owners.set(nameKey(name), owners)
    this.changedNames.add(nameKey(name))
  }

  #setNames(customerId: string, change: (names: CustomerName[]) => CustomerName[]): void {
    const customer = this.customers.get(customerId)
    if (!customer) return
    this.customers.set(customerId, { ...customer, names: change(customer.names) })
    this.changedCustomers.add(customerId)
  }
}

/** Returns whether two names belong to one part of a customer. */
export function isSamePart(one: Origins = [], other: Origins = []): boolean {
  return one.join() === other.join()
}
