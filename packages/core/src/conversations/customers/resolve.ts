import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { newId } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { retryConflict } from '../../platform/table/transact.ts'
import { findPhoneContact } from '../coexistence/phone-contact-entity.ts'
import { type ConversationItem, findConversation } from '../conversation-entity.ts'
import { sessionInForce } from '../routing/effective-route.ts'
import { isOtherAddress } from './copy-names.ts'
import type { CustomerItem } from './customer-entity.ts'
import { followCustomer, keepChoices } from './follow-customer.ts'
import { Identity } from './identity.ts'
import { conversationWith, findCustomers, findNames, type Loaded, loadIdentity } from './load-identity.ts'
import type { Evidence } from './name-entity.ts'
import { holderOf, knowsAll, type Name, type Names, nameKey, namesIn, ownerAt } from './names.ts'
import { homeOf, type NewConversation } from './new-conversation.ts'
import { type Change, planChange, planOtherNumber } from './plan-change.ts'
import { planSighting } from './plan-sighting.ts'
import { writeIdentity } from './write-identity.ts'

/** Attempts to change names while others change them. */
const TRIES = 20

/** A customer as named by the provider or a caller; at least one of number and user id is present. */
export interface Contact extends Names {
  readonly contactName?: string | undefined
}

/** What a new conversation starts with. */
type Start = Pick<NewConversation, 'agentId' | 'contactName' | 'namedByPhone' | 'activeAt'>

/** How the names of a customer were seen. */
interface Seen {
  /** @default now */
  readonly at?: EpochMs
  /** @default `api` */
  readonly evidence?: Evidence
}

/** What is known of a customer who writes, or to whom is written. */
type Sight = Pick<Start, 'agentId' | 'activeAt'> & Seen

/**
 * Returns the conversation of a customer with a number, by the names of an event. Creates the customer and the conversation if they
 * do not exist, and links names that the customer did not have. Usually one read.
 */
export async function findOrCreateConversation(
  number: NumberItem,
  contact: Contact,
  now: EpochMs,
  sight: Sight = {},
): Promise<ConversationItem> {
  const known = await findKnown(number, contact, sight.at ?? now)
  return known ? sessionInForce(number, known) : await createConversationOf(number, contact, now, sight)
}

/** As `findOrCreateConversation`, for names under which `findKnown` found no conversation. */
export async function createConversationOf(
  number: NumberItem,
  { contactName, ...names }: Contact,
  now: EpochMs,
  { at = now, evidence = 'api', ...start }: Sight = {},
): Promise<ConversationItem> {
  const account = accountOf(number)
  const phoneName = number.hasPhoneContacts ? await findPhoneContact(number, names) : undefined
  const named = phoneName === undefined ? { contactName } : { contactName: phoneName, namedByPhone: true }
  const { conversation } = await changeIdentity(
    number,
    namesIn(names),
    (identity) => ({ id: planSighting(identity, { names, at, evidence, account }, now), create: number }),
    { seen: names, seenAt: at, start: { ...start, ...named }, evidence },
    now,
  )
  if (!conversation) throw new InternalError('a conversation was not created')
  return sessionInForce(number, conversation)
}

/**
 * Gives a customer the names of a notice. Returns the customer and their conversation with the number, or undefined if nobody is known by the
 * names. Idempotent.
 */
export async function changeNames(
  number: NumberItem,
  change: Change,
  now: EpochMs,
): Promise<{ readonly customer: CustomerItem; readonly conversation: ConversationItem | null } | undefined> {
  const names = [...namesIn(change.before), ...namesIn(change.after)]
  const { customer, conversation } = await changeIdentity(
    number,
    names,
    (identity) => {
      return { id: planChange(identity, { ...change, account: accountOf(number) }) }
    },
    { seen: change.after, start: {}, evidence: change.evidence },
    now,
  )
  return customer && { customer, conversation }
}

/** Returns the customer of some names, and creates one without a conversation if there is none. */
export async function createCustomer(organizationId: string, names: Names, now: EpochMs): Promise<CustomerItem> {
  const number = { organizationId, id: '' }
  const { customer } = await changeIdentity(
    number,
    namesIn(names),
    (identity) => {
      const id = planSighting(identity, { names, at: now, evidence: 'api' }, now)
      return { id }
    },
    { seen: names, start: {}, evidence: 'api' },
    now,
  )
  if (!customer) throw new InternalError('a customer was not created')
  return customer
}

/** Links the number by which the channel knows a customer to the customer of the number that the business used. */
export async function linkNumber(number: NumberItem, used: string, known: string, now: EpochMs): Promise<void> {
  const names = [used, known].map((value) => ({ kind: 'phone' as const, value }))
  const [first, other] = names
  if (!first || !other || nameKey(first) === nameKey(other)) return
  await changeIdentity(
    number,
    names,
    (identity) => {
      const id = planOtherNumber(identity, first, other, now)
      return id === undefined ? undefined : { id }
    },
    { seen: {}, start: {}, evidence: 'channel' },
    now,
  )
}

/** Returns the account on which user ids of a number are valid. A number without an account has its own. */
function accountOf({ accountId, id }: Pick<NumberItem, 'accountId' | 'id'>): string {
  return accountId ?? id
}

type Plan = (
  identity: Identity,
) => { readonly id: string /** Creates a conversation with the number. */; readonly create?: NumberItem } | undefined

interface Resolved {
  readonly customer: CustomerItem | undefined
  readonly conversation: ConversationItem | null
}

async function changeIdentity(
  number: Pick<NumberItem, 'organizationId' | 'id'>,
  names: readonly Name[],
  plan: Plan,
  {
    seen,
    seenAt,
    start,
    evidence,
  }: {
    readonly seen: Names
    /** When the customer used the names: to these is written from then on. */
    readonly seenAt?: EpochMs
    readonly start: Start
    readonly evidence: Evidence
  },
  now: EpochMs,
): Promise<Resolved> {
  const { organizationId, id: numberId } = number
  return await retryConflict(TRIES, 'The customer was changed concurrently. Try again.', async () => {
    const loaded = await loadIdentity(number, names, now)
    if (!loaded) return undefined
    const identity = new Identity(organizationId, loaded, newId)
    const planned = plan(identity)
    if (!planned) return { customer: undefined, conversation: null }
    const { id } = planned
    const own = conversationOf(identity, loaded, id, numberId)
    const { create: wanted } = planned
    const isNeeded = wanted !== undefined && own === undefined
    const current = own === undefined ? undefined : loaded.conversations.get(own)
    const customerNow = identity.customers.get(id)
    if (current && customerNow && seenAt !== undefined && seenAt >= (current.lastInboundAt ?? 0))
      if (isOtherAddress(customerNow, current, seen)) identity.touch(id)
    const isChanged = identity.changedNames.size + identity.changedCustomers.size > 0
    const create = isNeeded ? { create: { ...start, number: wanted, customerId: id } } : {}
    if (isChanged) await keepChoices(loaded, identity, id)
    const written =
      isChanged || isNeeded
        ? await writeIdentity(loaded, identity, { seen, numberId, evidence, ...create }, now)
        : { customers: identity.customers, conversations: loaded.conversations, removed: [] }
    if (!written) return undefined
    const customer = written.customers.get(id)
    if (customer) await followCustomer(customer, identity, written.removed, now)
    if (isChanged) log('customer.names_changed', { organizationId, customerId: id, merges: identity.merges.length })
    const conversation = [...written.conversations.values()].find(
      (each) => each.id === (customer && conversationWith(customer, numberId)),
    )
    return { customer, conversation: conversation ?? null }
  })
}

/** Returns the id of the conversation that a customer has with a number after the changes. */
function conversationOf(identity: Identity, loaded: Loaded, id: string, numberId: string): string | undefined {
  const ids = [id, ...identity.merges.filter(({ into }) => into === id).map(({ from }) => from)]
  return ids
    .flatMap((each) => {
      const customer = identity.customers.get(each)
      return (customer && conversationWith(customer, numberId)) ?? []
    })
    .find((each) => loaded.conversations.has(each))
}

/** Returns the conversation of a customer who has all names of an event at `at`, as it is stored, or null. */
export async function findKnown(number: NumberItem, names: Names, at: EpochMs): Promise<ConversationItem | null> {
  const home = await findConversation(number.organizationId, homeOf(number, names))
  if (home && knowsAll(home, names, at)) return home
  const found = await findByContact(number, names, at)
  return found && knowsAll(found, names, at) ? found : null
}

/** Returns the conversation of the customer who had the first of some names at `at`, as it is stored, or null if there is none. */
export async function findByContact(
  { organizationId, id: numberId }: Pick<NumberItem, 'organizationId' | 'id'>,
  names: Names,
  at: EpochMs = Number.MAX_SAFE_INTEGER,
): Promise<ConversationItem | null> {
  const [customer] = await findByName(organizationId, namesIn(names), at)
  const id = customer && conversationWith(customer, numberId)
  return id === undefined ? null : await findConversation(organizationId, id)
}

/** Returns the customers who had names at a time, in the order of the names. */
export async function findByName(organizationId: string, names: readonly Name[], at: EpochMs): Promise<CustomerItem[]> {
  const items = await findNames(organizationId, names.map(nameKey))
  const ids = names.flatMap((name) => {
    const owners = items.find((item) => item.name === nameKey(name))?.owners ?? []
    return (name.kind === 'username' ? holderOf(owners) : ownerAt(owners, name.kind, at)?.customerId) ?? []
  })
  const customers = await findCustomers(organizationId, ids)
  return [...new Set(ids)].flatMap((id) => customers.find((customer) => customer.id === id) ?? [])
}

/** Returns the customers who have or had names, the present ones first. */
export async function findOwners(organizationId: string, names: readonly Name[]): Promise<CustomerItem[]> {
  const items = await findNames(organizationId, names.map(nameKey))
  const ids = [...new Set(items.flatMap(({ owners }) => owners.map(({ customerId }) => customerId).toReversed()))]
  const customers = await findCustomers(organizationId, ids)
  return ids.flatMap((id) => customers.find((customer) => customer.id === id) ?? [])
}
