import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { NewDelivery } from '../../deliveries/new-delivery.ts'
import { derivedId, expiryAfter, isLive, newId, systemClock } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { CounterShardEntity, counterShard } from '../../platform/paging/counter-entity.ts'
import { recentRetention } from '../../platform/retention.ts'
import { refusals, transact } from '../../platform/table/transact.ts'
import { canonicalNumber } from '../canonical-number.ts'
import { EVENT_ENTITIES } from '../conversation-deliveries.ts'
import {
  ConversationEntity,
  ConversationExpiryEntity,
  type ConversationItem,
  listEntry,
} from '../conversation-entity.ts'
import { partsOf } from '../event-parts.ts'
import { type ChangedCustomer, changedCustomers } from './changed-customers.ts'
import type { Identity, Stored } from './identity.ts'
import { countsOf, joined } from './join-conversations.ts'
import { MergedEntity, mergeOut } from './moved-entity.ts'
import {
  CustomerEntity,
  type CustomerItem,
  type Evidence,
  hashOfName,
  LeftNameEntity,
  NameEntity,
  type NameItem,
} from './name-entity.ts'
import { currentNames, holderOf, isSameName, keysOfCustomer, type Name, type Names, nameKey, namesIn } from './names.ts'
import { changedDeliveries } from './report-changes.ts'

/** The counter names of the conversations of the organisation, and of one number. */
export const CONVERSATIONS = 'conversations'
export const conversationsOf = (phoneNumberId: string) => `conversations#${phoneNumberId}`

/** What was read about some names. */
export interface Loaded extends Stored {
  readonly organizationId: string
  readonly names: ReadonlyMap<string, NameItem>
  /** By id. */
  readonly conversations: ReadonlyMap<string, ConversationItem>
}

/**
 * Reads names, the customers who have or had them, `others`, all names of theirs, and their conversations, strongly
 * consistent. Returns undefined if they were changed meanwhile.
 */
export async function loadIdentity(
  { organizationId, id: numberId }: Pick<NumberItem, 'organizationId' | 'id'>,
  names: readonly Name[],
  now: number,
  others: readonly string[] = [],
): Promise<Loaded | undefined> {
  const keys = [...new Set(names.map(nameKey))]
  const stored = await findNames(organizationId, keys)
  const unknown = names.filter((name) => name.kind === 'phone' && stored.every((item) => item.name !== nameKey(name)))
  const items = [...stored, ...(await findLeftNames(organizationId, unknown, now))]
  const ids = [...new Set([...items.flatMap(({ owners }) => owners.map(({ customerId }) => customerId)), ...others])]
  const customers = await findCustomers(organizationId, ids)
  if (customers.some((customer) => items.some((item) => hasLeftSince(customer, item)))) return undefined
  // A change of one name may end another one.
  const further = new Set(customers.flatMap(keysOfCustomer))
  const rest = await findNames(
    organizationId,
    [...further].filter((name) => !keys.includes(name)),
  )
  const read = await Promise.all(
    customers
      .flatMap((customer) => customer.conversations)
      .map(({ id }) => ConversationEntity.get({ organizationId, id }).go({ consistent: true })),
  )
  const conversations = read.flatMap(({ data }) => data ?? [])
  const byId = new Map(conversations.map((conversation) => [conversation.id, conversation]))
  const hasWritten = (customer: CustomerItem) =>
    byId.get(conversationWith(customer, numberId) ?? '')?.lastInboundAt !== undefined
  return {
    organizationId,
    names: new Map([...items, ...rest].map((item) => [item.name, item])),
    customers: new Map(customers.map((customer) => [customer.id, customer])),
    conversations: byId,
    written: new Set(customers.filter(hasWritten).map(({ id }) => id)),
  }
}

/** Returns a name of nobody if its customer has expired: DynamoDB deletes it later. */
function withoutExpired(item: NameItem): NameItem {
  const { expiresAt, ...name } = item
  return expiresAt === undefined || isLive({ expiresAt }, systemClock()) ? item : { ...name, owners: [] }
}

/** Returns whether a customer has left a name after it was read as theirs. */
function hasLeftSince({ id, names }: CustomerItem, { name, owners }: NameItem): boolean {
  const own = names.filter((each) => nameKey(each) === name)
  return holderOf(owners) === id && own.length > 0 && own.every(({ until }) => until !== undefined)
}

/** Returns names of which nothing is stored except that erased customers had left them, as items that are not stored yet. */
async function findLeftNames(organizationId: string, names: readonly Name[], now: number): Promise<NameItem[]> {
  const items = await Promise.all(
    [...new Set(names.map(nameKey))].map(async (name) => {
      const hash = hashOfName(organizationId, name)
      const { data } = await LeftNameEntity.get({ organizationId, hash }).go({ consistent: true })
      return data && isLive(data, now) ? [{ organizationId, name, owners: data.owners, revision: 0 }] : []
    }),
  )
  return items.flat()
}

/** Returns the items of names (`nameKey`), strongly consistent. */
export async function findNames(organizationId: string, names: readonly string[]): Promise<NameItem[]> {
  // A customer has few names. Rights to single items can be limited to kinds of items.
  const items = await Promise.all(
    [...new Set(names)].map((name) => NameEntity.get({ organizationId, name }).go({ consistent: true })),
  )
  return items.flatMap(({ data }) => (data ? [withoutExpired(data)] : []))
}

export async function findCustomers(organizationId: string, ids: readonly string[]): Promise<CustomerItem[]> {
  const items = await Promise.all([...new Set(ids)].map((id) => findCustomerItem(organizationId, id)))
  return items.flatMap((item) => item ?? [])
}

/** Returns a customer, strongly consistent, or null if there is none. */
export async function findCustomerItem(organizationId: string, id: string): Promise<CustomerItem | null> {
  const { data } = await CustomerEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** Returns the id of a customer's conversation with a number, if there is one. */
export function conversationWith({ conversations }: CustomerItem, numberId: string): string | undefined {
  return conversations.find((each) => each.numberId === numberId)?.id
}

/** Returns the names of a conversation as its customer has them now. `seen` are those of the event that changes them. */
export function copyOf(
  { names }: CustomerItem,
  { contactUserId }: Pick<ConversationItem, 'contactUserId'>,
  seen: Names = {},
) {
  const phones = currentNames(names, 'phone')
  const phone = phones.findLast(({ evidence }) => evidence !== 'channel') ?? phones.at(-1)
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

/** Days in which the id of a merged customer finds the one who continues. */
const MERGE_DAYS = 365

/** A conversation to create. */
export interface NewConversation {
  readonly customerId: string
  readonly number: NumberItem
  readonly agentId?: string | undefined
  readonly contactName?: string | undefined
  /** Whether the name is that of the owner's phone. @default false */
  readonly namedByPhone?: boolean | undefined
  /** The time of the message that starts it. @default now */
  readonly activeAt?: number | undefined
}

/** Returns the id of the conversation that starts with a name which nobody else had, so that the name alone finds it. */
export function homeOf(number: Pick<NumberItem, 'id'>, { contactNumber, contactUserId }: Names): string {
  return derivedId('conversation', number.id, canonicalNumber(contactNumber ?? `user:${contactUserId}`))
}

/** What is written beside the changes of names: `seen` are the names of the event on the number. */
interface Writing {
  readonly seen?: Names
  readonly numberId: string
  readonly evidence: Evidence
  readonly create?: NewConversation
}

/** The customers and their conversations, by id, after the changes. */
export interface Written {
  readonly customers: ReadonlyMap<string, CustomerItem>
  readonly conversations: ReadonlyMap<string, ConversationItem>
  /** The ids of conversations that continue as others. */
  readonly removed: readonly string[]
}

/**
 * Writes the changes of an identity and creates a conversation, in one transaction with the names in all conversations of the
 * customers. Returns undefined if something was changed since it was read.
 */
export async function writeIdentity(
  loaded: Loaded,
  identity: Identity,
  { seen = {}, numberId, evidence, create }: Writing,
  now: number,
): Promise<Written | undefined> {
  const { organizationId } = loaded
  const conversations = new Map(loaded.conversations)
  const customers = new Map(identity.customers)
  const removed: ConversationItem[] = []
  const changed = new Set(identity.changedCustomers)
  for (const { from, into } of identity.merges) {
    const [loser, winner] = [customers.get(from), customers.get(into)]
    if (!loser || !winner) throw new InternalError('a merge of unknown customers')
    const kept = [...winner.conversations]
    const moves: { from: string; to: string }[] = []
    for (const each of loser.conversations) {
      const own = kept.find((other) => other.numberId === each.numberId)
      const conversation = conversations.get(each.id)
      if (!own) kept.push(each)
      else if (conversation) {
        removed.push(conversation)
        moves.push({ from: each.id, to: own.id })
        const target = conversations.get(own.id)
        if (target) conversations.set(own.id, joined(target, conversation))
        conversations.delete(each.id)
      }
    }
    const merged = [...(winner.merged ?? []), ...(loser.merged ?? []), { id: from, at: now, evidence, moves }]
    customers.set(into, { ...winner, conversations: kept, merged })
    customers.delete(from)
    changed.add(into)
  }
  const renewed = new Set(identity.changedNames)
  let created: ConversationItem | undefined
  if (create) {
    const customer = customers.get(create.customerId)
    if (!customer) throw new InternalError('a conversation of an unknown customer')
    created = newConversation(customer, create, conversationIdOf(identity, customer, create, seen), seen, now)
    customers.set(customer.id, {
      ...customer,
      conversations: [
        ...customer.conversations.filter((each) => each.numberId !== create.number.id),
        { numberId: create.number.id, id: created.id },
      ],
      expiresAt: undefined,
    })
    changed.add(customer.id)
    for (const name of customer.names)
      if (loaded.names.get(nameKey(name))?.expiresAt !== undefined) renewed.add(nameKey(name))
  }
  const patches: { readonly id: string; readonly set: ReturnType<typeof copyOf> & Partial<ConversationItem> }[] = []
  for (const id of changed) {
    const customer = customers.get(id)
    for (const each of customer?.conversations ?? []) {
      const before = loaded.conversations.get(each.id)
      const conversation = conversations.get(each.id)
      if (!customer || !before || !conversation) continue
      const copy = copyOf(customer, conversation, each.numberId === numberId ? seen : {})
      const counts = conversation === before ? {} : countsOf(conversation)
      patches.push({ id: each.id, set: { ...copy, ...counts, customerId: id } })
      conversations.set(each.id, { ...conversation, ...copy, customerId: id })
    }
  }
  for (const id of changed) {
    const customer = customers.get(id)
    if (customer) customers.set(id, { ...customer, revision: customer.revision + 1 })
  }
  const { messageDays } = await recentRetention(organizationId, now)
  const events = await eventsOf(
    changedCustomers(loaded.customers, customers, identity.merges),
    created ? new Map([...conversations, [created.id, created]]) : conversations,
    { numberId, evidence },
    now,
  )
  const beside =
    renewed.size + changed.size + identity.merges.length + patches.length + removed.length * 5 + (created ? 4 : 0)
  const [last, earlier] = partsOf(events, beside)
  for (const part of earlier) if (!(await writeEarlier(loaded, changed, part))) return undefined
  const written = await transact(
    {
      ...EVENT_ENTITIES,
      names: NameEntity,
      customers: CustomerEntity,
      conversations: ConversationEntity,
      expiries: ConversationExpiryEntity,
      counters: CounterShardEntity,
      moves: MergedEntity,
    },
    (entities) => [
      ...[...renewed].map((name) => {
        const owners = identity.owners.get(name) ?? []
        const { revision = 0, isReused } = loaded.names.get(name) ?? {}
        const ends = owners.map(({ customerId }) => customers.get(customerId)?.expiresAt)
        const expiresAt = ends.includes(undefined) ? undefined : Math.max(...ends.map((end = 0) => end))
        return entities.names
          .put({ organizationId, name, owners, revision: revision + 1, isReused, expiresAt })
          .where((stored, { eq, notExists }) =>
            revision === 0 ? notExists(stored.revision) : eq(stored.revision, revision),
          )
          .commit()
      }),
      ...[...changed].flatMap((id) => {
        const customer = customers.get(id)
        if (!customer) return []
        const revision = customer.revision - 1
        return [
          entities.customers
            .put(customer)
            .where((stored, { eq, notExists }) =>
              revision === 0 ? notExists(stored.revision) : eq(stored.revision, revision),
            )
            .commit(),
        ]
      }),
      ...identity.merges.flatMap(({ from: id, into }) => [
        entities.customers
          .delete({ organizationId, id })
          .where((attributes, { eq, notExists }) => {
            const known = loaded.customers.get(id)
            return known ? eq(attributes.revision, known.revision) : notExists(attributes.revision)
          })
          .commit(),
        entities.moves
          .put({
            ...{ organizationId, id, to: into, at: now, expiresAt: expiryAfter(now, MERGE_DAYS) },
            out: mergeOut(organizationId, id, 'customer'),
          })
          .commit(),
      ]),
      ...patches.map(({ id, set: all }) => {
        const set = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
        const without = (
          ['contactNumber', 'contactUserId', 'contactParentId', 'contactUsername', 'left'] as const
        ).filter((name) => all[name] === undefined)
        const { inboundSeq: seq = 0 } = loaded.conversations.get(id) ?? {}
        const change = entities.conversations.patch({ organizationId, id }).set(set)
        const complete = without.length > 0 ? change.remove([...without]) : change
        // Counts of a merged conversation are added to what was read.
        return (
          all.inboundSeq === undefined ? complete : complete.where(({ inboundSeq }, { eq }) => eq(inboundSeq, seq))
        ).commit()
      }),
      ...removed.flatMap(({ id, phoneNumberId, inboundSeq: seq, sessionId: session, lastMessageId }) => [
        entities.conversations
          .remove({ organizationId, id })
          .where(({ inboundSeq }, { eq }) => eq(inboundSeq, seq))
          .commit(),
        entities.expiries.delete({ organizationId, conversationId: id }).commit(),
        entities.moves
          .put({
            ...{ organizationId, id, to: movedTo(customers, id), at: now, session, lastMessageId },
            expiresAt: expiryAfter(now, MERGE_DAYS),
            out: mergeOut(organizationId, id, 'conversation'),
          })
          .commit(),
        ...count(organizationId, id, phoneNumberId, -1).map(({ key, add }) =>
          entities.counters.update(key).add(add).commit(),
        ),
      ]),
      ...(created
        ? [
            entities.conversations.create(created).commit(),
            entities.expiries
              .put({ organizationId, conversationId: created.id, expiresAt: expiryAfter(now, messageDays) })
              .commit(),
            ...count(organizationId, created.id, created.phoneNumberId, 1).map(({ key, add }) =>
              entities.counters.update(key).add(add).commit(),
            ),
          ]
        : []),
      ...last.flatMap(({ delivery, payloadItem }) => [
        entities.deliveries.create(delivery).commit(),
        ...(payloadItem ? [entities.payloads.put(payloadItem).commit()] : []),
      ]),
    ],
  )
  if (!written) return undefined
  if (created) conversations.set(created.id, created)
  return { customers, conversations, removed: removed.map(({ id }) => id) }
}

/** Returns the events of changed customers, first about their conversations with the number on which the change was seen. */
async function eventsOf(
  changes: readonly ChangedCustomer[],
  conversations: ReadonlyMap<string, ConversationItem>,
  { numberId, evidence }: Pick<Writing, 'numberId' | 'evidence'>,
  now: number,
): Promise<NewDelivery[]> {
  const events = await Promise.all(
    changes.map(async (change) => {
      const own = change.after.conversations.toSorted(
        (one, other) => Number(other.numberId === numberId) - Number(one.numberId === numberId),
      )
      return await changedDeliveries(
        change,
        own.flatMap(({ id }) => conversations.get(id) ?? []),
        evidence,
        now,
      )
    }),
  )
  return events.flat()
}

/**
 * Stores events that do not fit into the transaction of their change, before it, unless a customer was changed since it was
 * read. Events that an earlier attempt has stored stay as they are.
 */
async function writeEarlier(
  { organizationId, customers }: Loaded,
  changed: ReadonlySet<string>,
  events: readonly NewDelivery[],
): Promise<boolean> {
  const stored = [...changed].flatMap((id) => customers.get(id) ?? [])
  for (let part = events; part.length > 0; ) {
    const refused = await refusals({ ...EVENT_ENTITIES, customers: CustomerEntity }, (entities) => [
      ...stored.map(({ id, revision }) =>
        entities.customers
          .check({ organizationId, id })
          .where((attributes, { eq }) => eq(attributes.revision, revision))
          .commit(),
      ),
      ...part.map(({ delivery }) => entities.deliveries.create(delivery).commit()),
      ...part.flatMap(({ payloadItem }) => (payloadItem ? [entities.payloads.put(payloadItem).commit()] : [])),
    ])
    if (refused.length === 0) return true
    if (refused.some((index) => index < stored.length)) return false
    part = part.filter((_, index) => !refused.includes(stored.length + index))
  }
  return true
}

function movedTo(customers: ReadonlyMap<string, CustomerItem>, id: string): string {
  const moves = [...customers.values()].flatMap(({ merged = [] }) => merged.flatMap((merge) => merge.moves))
  const move = moves.find(({ from }) => from === id)
  if (!move) throw new InternalError(`conversation ${id} was not moved`)
  return move.to
}

function count(organizationId: string, id: string, phoneNumberId: string, by: number) {
  return [CONVERSATIONS, conversationsOf(phoneNumberId)].map((noun) => ({
    key: { organizationId, noun, ...counterShard(id) },
    add: { count: by },
  }))
}

/** Returns the id of a new conversation: the one that its name finds, unless somebody else had the name. */
function conversationIdOf(
  identity: Identity,
  customer: CustomerItem,
  { number }: NewConversation,
  seen: Names,
): string {
  const [first] = namesIn({
    contactNumber: seen.contactNumber,
    ...(!seen.contactNumber && { contactUserId: seen.contactUserId }),
  })
  const own = first && identity.owners.get(nameKey(first))
  const isHome =
    first && own?.every(({ customerId }) => customerId === customer.id) && !identity.reused.has(nameKey(first))
  return isHome ? homeOf(number, seen) : derivedId('conversation', number.id, customer.id, newId())
}

function newConversation(
  customer: CustomerItem,
  { number, agentId, contactName = '', namedByPhone, activeAt }: NewConversation,
  id: string,
  seen: Names,
  now: number,
): ConversationItem {
  const { organizationId, phoneNumberId } = number
  return {
    organizationId,
    id,
    customerId: customer.id,
    phoneNumberId,
    msgNumber: number.number,
    ...copyOf(customer, {}, seen),
    contactName,
    ...(namedByPhone && { hasOwnName: true, namedByPhone }),
    agentId: agentId ?? number.agentId,
    numberEpoch: number.epoch,
    sessionId: newId(),
    routingVersion: 0,
    inboundSeq: 0,
    readSeq: 0,
    lastMessage: '',
    ...listEntry({ id, listedAt: undefined }, activeAt ?? now),
    createdAt: now,
  }
}
