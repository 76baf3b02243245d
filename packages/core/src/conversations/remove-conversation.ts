import type { EpochMs } from '@replywright/contract/time.ts'
import { type Clock, expiryAfter } from '../platform/clock.ts'
import { log } from '../platform/log/log.ts'
import { CounterShardEntity, counterShard } from '../platform/paging/counter-entity.ts'
import { recentRetention } from '../platform/retention.ts'
import { retryConflict, transact } from '../platform/table/transact.ts'
import {
  ConversationEntity,
  ConversationExpiryEntity,
  type ConversationItem,
  findConversation,
} from './conversation-entity.ts'
import { CustomerEntity, type CustomerItem } from './customers/customer-entity.ts'
import { LeftNameEntity } from './customers/left-name-entity.ts'
import { findCustomerItem, findNames } from './customers/load-identity.ts'
import { NameEntity, type NameItem, type Owner } from './customers/name-entity.ts'
import { currentNames, hashOfName, keysOfCustomer, nameKey } from './customers/names.ts'
import { CONVERSATIONS, conversationsOf } from './customers/new-conversation.ts'
import { REPEATED_DAYS } from './customers/seen-message.ts'
import { MEMORY_DAYS } from './memory-entity.ts'
import { MessageEntity } from './messages/message-entity.ts'

/**
 * Deletes a conversation and its counts in one transaction. A customer without another conversation expires with what agents
 * remember. Returns false if a message was received or sent, or the customer was changed, since they were read.
 */
export async function removeConversation(conversation: ConversationItem, now: EpochMs): Promise<boolean> {
  const { organizationId, id, phoneNumberId, inboundSeq, lastMessageAt, customerId } = conversation
  const customer = await findCustomerItem(organizationId, customerId)
  const names = await findNames(organizationId, customer ? keysOfCustomer(customer) : [])
  const conversations = customer?.conversations.filter((each) => each.id !== id) ?? []
  const isLast = customer !== null && conversations.length === 0
  const expiresAt = expiryAfter(now, MEMORY_DAYS)
  const own = names.filter(({ owners }) => owners.every((owner) => owner.customerId === customerId))
  return await transact({ ...stored, conversations: ConversationEntity }, (entities) => [
    entities.conversations
      .remove({ organizationId, id })
      .where((attributes, { eq, notExists }) =>
        [
          eq(attributes.inboundSeq, inboundSeq),
          lastMessageAt === undefined
            ? notExists(attributes.lastMessageAt)
            : eq(attributes.lastMessageAt, lastMessageAt),
        ].join(' AND '),
      )
      .commit(),
    entities.expiries.delete({ organizationId, conversationId: id }).commit(),
    ...(customer
      ? [
          entities.customers
            .put({ ...customer, conversations, revision: customer.revision + 1, ...(isLast && { expiresAt }) })
            .where(({ revision }, { eq }) => eq(revision, customer.revision))
            .commit(),
        ]
      : []),
    ...(isLast ? own : []).map((item) =>
      entities.names
        .put({ ...item, revision: item.revision + 1, expiresAt })
        .where(({ revision }, { eq }) => eq(revision, item.revision))
        .commit(),
    ),
    ...countsOf(organizationId, id, phoneNumberId).map(({ key, change }) =>
      entities.counters.update(key).add(change).commit(),
    ),
  ])
}

/**
 * Deletes a customer and their conversations in one transaction. Their names belong to `successor` from then on, the customer
 * whom the next message creates: nothing new is written to these conversations. Returns false if something was changed since it was read.
 */
export async function cutCustomer(customer: CustomerItem, successor: string): Promise<boolean> {
  const { organizationId, id, revision, conversations } = customer
  const [names, found] = await Promise.all([
    findNames(organizationId, keysOfCustomer(customer)),
    Promise.all(conversations.map((each) => findConversation(organizationId, each.id))),
  ])
  const existing = found.flatMap((each) => each ?? [])
  const ids = currentNames(customer.names, 'user_id').map(({ value, accounts }) => ({ value, accounts }))
  const phones = new Set(currentNames(customer.names, 'phone').map(nameKey))
  return await transact({ ...stored, conversations: ConversationEntity }, (entities) => [
    entities.customers
      .delete({ organizationId, id })
      .where((attributes, { eq }) => eq(attributes.revision, revision))
      .commit(),
    ...names.map((item) =>
      entities.names
        .put({
          ...item,
          owners: item.owners.map((owner) => {
            if (owner.customerId !== id) return owner
            const users = ids.length > 0 && phones.has(item.name) ? { users: ids } : {}
            return { ...owner, customerId: successor, origins: undefined, ...users }
          }),
          isReused: true,
          revision: item.revision + 1,
        })
        .where((attributes, { eq }) => eq(attributes.revision, item.revision))
        .commit(),
    ),
    ...existing.flatMap((conversation) => [
      entities.conversations
        .remove({ organizationId, id: conversation.id })
        .where(({ createdAt }, { eq }) => eq(createdAt, conversation.createdAt))
        .commit(),
      entities.expiries.delete({ organizationId, conversationId: conversation.id }).commit(),
      ...countsOf(organizationId, conversation.id, conversation.phoneNumberId).map(({ key, change }) =>
        entities.counters.update(key).add(change).commit(),
      ),
    ]),
  ])
}

/**
 * Deletes the names that belong to the successor of an erased customer. If a message has created it, they lead to it
 * from then on. Until when a name was another's is kept, so that late messages are not the next owner's: with the name
 * if somebody else has it, and otherwise under a hash while messages may be late.
 */
export async function releaseNames(
  organizationId: string,
  { names, successor }: { readonly names: readonly string[]; readonly successor: string },
  now: EpochMs,
): Promise<void> {
  await retryConflict(TRIES, 'The customer was changed concurrently. Try again.', async () => {
    const [found, customer] = await Promise.all([
      findNames(organizationId, names),
      findCustomerItem(organizationId, successor),
    ])
    const released = found.flatMap((item) => planRelease(item, successor, customer !== null) ?? [])
    if (released.length === 0) return true
    const shown = new Set(customer?.names.map(nameKey))
    const others = released.flatMap(({ item: { name } }) => (shown.has(name) ? [] : [name]))
    const reserved = [...new Set([...(customer?.reserved ?? []), ...others])]
    const done = await transact({ customers: CustomerEntity, names: NameEntity, left: LeftNameEntity }, (entities) => [
      customer
        ? entities.customers
            .put({ ...customer, reserved, revision: customer.revision + 1 })
            .where(({ revision }, { eq }) => eq(revision, customer.revision))
            .commit()
        : // It does not exist: the condition checks this without a right of its own.
          entities.customers
            .delete({ organizationId, id: successor })
            .where(({ id }, { notExists }) => notExists(id))
            .commit(),
      ...released.flatMap(({ item: { name, isReused, expiresAt, revision }, owners, left }) => [
        (owners.length === 0
          ? entities.names.delete({ organizationId, name })
          : entities.names.put({ organizationId, name, owners, isReused, expiresAt, revision: revision + 1 })
        )
          .where((attributes, { eq }) => eq(attributes.revision, revision))
          .commit(),
        ...(left.length === 0
          ? []
          : [
              entities.left
                .put({
                  organizationId,
                  hash: hashOfName(organizationId, name),
                  owners: left,
                  expiresAt: expiryAfter(now, REPEATED_DAYS),
                })
                .commit(),
            ]),
      ]),
    ])
    return done || undefined
  })
}

/** Returns the owners that a name keeps, and those of an erased name that are kept apart; undefined if it stays as it is. */
function planRelease(
  item: NameItem,
  successor: string,
  exists: boolean,
): { readonly item: NameItem; readonly owners: Owner[]; readonly left: Owner[] } | undefined {
  const isOwn = ({ customerId }: Owner) => customerId === successor
  if (!item.owners.some(isOwn)) return undefined
  const kept = item.owners
    .filter((owner) => exists || !isOwn(owner) || owner.until !== undefined)
    .map((owner) => (isOwn(owner) ? { ...owner, users: undefined } : owner))
  return exists || !item.owners.every(isOwn)
    ? { item, owners: kept, left: [] }
    : { item, owners: [], left: kept.map(({ customerId, from, until }) => ({ customerId, from, until })) }
}

const stored = {
  customers: CustomerEntity,
  names: NameEntity,
  expiries: ConversationExpiryEntity,
  counters: CounterShardEntity,
}

function countsOf(organizationId: string, id: string, phoneNumberId: string) {
  return [CONVERSATIONS, conversationsOf(phoneNumberId)].map((noun) => ({
    key: { organizationId, noun, ...counterShard(id) },
    change: { count: -1 },
  }))
}

const TRIES = 3

/**
 * Deletes a conversation whose messages have expired, with its counts, in one transaction. Otherwise stores when to check again. Call it when the conversation's `ConversationExpiryEntity` has
 * expired. It is idempotent.
 */
export async function expireConversation(organizationId: string, id: string, clock: Clock): Promise<void> {
  await retryConflict(TRIES, 'The conversation was changed concurrently. Try again.', async () => {
    const now = clock()
    const conversation = await findConversation(organizationId, id)
    if (!conversation) return true
    const [messagesUntil, { messageDays }] = await Promise.all([
      lastExpiry(organizationId, id, now),
      recentRetention(organizationId, now),
    ])
    const end = endOfConversation(conversation, messagesUntil, messageDays)
    if (end * 1000 > now) {
      await ConversationExpiryEntity.put({ organizationId, conversationId: id, expiresAt: end }).go()
      return true
    }
    const removed = await removeConversation(conversation, now)
    if (!removed) return undefined
    log('conversation.expired', { organizationId, conversationId: id })
    return true
  })
}

/** Returns when the last message that has not expired does, in Unix seconds, or 0 if there is none. */
async function lastExpiry(organizationId: string, conversationId: string, now: EpochMs): Promise<number> {
  const messages = MessageEntity.query.byId({ organizationId, conversationId })
  const newest = await messages.go({ order: 'desc', limit: 1, attributes: ['expiresAt'], consistent: true })
  const [{ expiresAt = 0 } = {}] = newest.data
  if (expiresAt * 1000 > now) return expiresAt
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .where((stored, { gt }) => gt(stored.expiresAt, now / 1000))
    .go({ pages: 'all', attributes: ['expiresAt'], consistent: true })
  return Math.max(0, ...data.map((message) => message.expiresAt))
}

type Idle = Pick<ConversationItem, 'createdAt' | 'listedAt' | 'lastMessageAt' | 'armed' | 'humanTakeoverUntil'>

/**
 * Returns the Unix seconds from which a conversation is not needed: its messages have expired, the retention after its
 * last activity is over, and nothing of it is pending. `messagesUntil` is when its last message expires, in Unix
 * seconds.
 */
export function endOfConversation(
  { createdAt, listedAt = 0, lastMessageAt = 0, armed = 0, humanTakeoverUntil = 0 }: Idle,
  messagesUntil: number,
  messageDays: number,
): number {
  const pendingUntil = Math.ceil(Math.max(armed, humanTakeoverUntil) / 1000)
  return Math.max(messagesUntil, expiryAfter(Math.max(createdAt, listedAt, lastMessageAt), messageDays), pendingUntil)
}
