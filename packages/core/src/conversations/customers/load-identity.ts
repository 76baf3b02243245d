import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { isLive, systemClock } from '../../platform/clock.ts'
import { type ConversationItem, findConversation } from '../conversation-entity.ts'
import { CustomerEntity, type CustomerItem } from './customer-entity.ts'
import type { Stored } from './identity.ts'
import { LeftNameEntity } from './left-name-entity.ts'
import { NameEntity, type NameItem } from './name-entity.ts'
import { hashOfName, holderOf, keysOfCustomer, type Name, nameKey } from './names.ts'

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
  now: EpochMs,
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
    customers.flatMap(({ conversations }) => conversations).map(({ id }) => findConversation(organizationId, id)),
  )
  const byId = new Map(read.flatMap((conversation) => (conversation ? [[conversation.id, conversation]] : [])))
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

/** Returns a name without owners if its customer has expired: DynamoDB deletes it later. */
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
async function findLeftNames(organizationId: string, names: readonly Name[], now: EpochMs): Promise<NameItem[]> {
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
