import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { findNumber } from '../channel/numbers/numbers.ts'
import { type Clock, expiryAfter } from '../platform/clock.ts'
import { log } from '../platform/log/log.ts'
import { CounterShardEntity, counterShard } from '../platform/paging/counter-entity.ts'
import { recentRetention } from '../platform/retention.ts'
import { retryConflict, transact } from '../platform/table/transact.ts'
import { canonicalNumber } from './canonical-number.ts'
import { ConversationEntity, ConversationExpiryEntity, type ConversationItem } from './conversation-entity.ts'
import {
  CONVERSATIONS,
  ContactAliasEntity,
  conversationsOf,
  earlierOf,
  findAlias,
  findConversation,
} from './find-or-create.ts'
import { MessageEntity } from './messages/message-entity.ts'

/**
 * Deletes a conversation, its counts and the other names of its customer in one transaction: the names find the
 * conversation again if an erasure is interrupted. The names belong to `number`, and `name` is an additional one. A name
 * that is linked to another conversation stays.
 * Returns false if a message was received or sent, or a name was linked to another conversation, since they were read.
 */
export async function removeConversation(
  conversation: ConversationItem,
  number: NumberItem | undefined,
  name?: string,
): Promise<boolean> {
  return await remove(conversation, number, { name })
}

/**
 * Deletes a conversation in one transaction, as it is stored now. The names of its customer then belong to `successor`, the
 * id of the conversation that the next message starts: nothing new is written to this one. Returns false
 * if it was deleted, or a name was linked to another conversation, since they were read.
 */
export async function cutConversation(
  conversation: ConversationItem,
  number: NumberItem,
  { name, successor }: { readonly name: string; readonly successor: string },
): Promise<boolean> {
  return await remove(conversation, number, { name, successor })
}

/** Deletes the names that belong to the successor of a conversation, unless a message has started it. */
export async function releaseNames(
  { organizationId, id: numberId }: Pick<NumberItem, 'organizationId' | 'id'>,
  names: readonly string[],
  successor: string,
): Promise<void> {
  const linked = await Promise.all(
    names.map(async (contact) => ((await findAlias({ id: numberId }, contact)) === successor ? [contact] : [])),
  )
  const own = linked.flat()
  if (own.length === 0) return
  await transact({ conversations: ConversationEntity, aliases: ContactAliasEntity }, ({ conversations, aliases }) => [
    // It does not exist: the condition checks this without a right of its own.
    conversations
      .delete({ organizationId, id: successor })
      .where(({ id }, { notExists }) => notExists(id))
      .commit(),
    ...own.map((contact) => aliases.delete({ numberId, contact }).commit()),
  ])
}

/** The names of the customer of a conversation in their canonical spelling, besides the one of an earlier conversation. */
export function contactsOf(
  { contactNumber, contactUserId }: Pick<ConversationItem, 'contactNumber' | 'contactUserId'>,
  name?: string,
): string[] {
  return [...new Set([name, contactNumber, contactUserId].filter((each) => each !== undefined).map(canonicalNumber))]
}

async function remove(
  conversation: ConversationItem,
  number: NumberItem | undefined,
  { name, successor }: { readonly name: string | undefined; readonly successor?: string },
): Promise<boolean> {
  const { organizationId, id, phoneNumberId, inboundSeq, lastMessageAt, createdAt } = conversation
  const { contactNumber, leftNumbers } = conversation
  const earlier = leftNumbers && contactNumber ? earlierOf(contactNumber) : undefined
  const names = [...contactsOf(conversation, name), ...(earlier === undefined ? [] : [earlier])]
  const linked = await Promise.all(
    names.map(async (contact) => {
      const current = (number && (await findAlias(number, contact))) ?? id
      const isOfOther = current !== id && (await findConversation(organizationId, current)) !== null
      return isOfOther ? [] : [{ contact, current }]
    }),
  )
  return await transact(
    {
      conversations: ConversationEntity,
      aliases: ContactAliasEntity,
      counters: CounterShardEntity,
      expiries: ConversationExpiryEntity,
    },
    ({ conversations, aliases, counters, expiries }) => [
      conversations
        .remove({ organizationId, id })
        .where((stored, { eq, notExists }) =>
          successor === undefined
            ? [
                eq(stored.inboundSeq, inboundSeq),
                lastMessageAt === undefined ? notExists(stored.lastMessageAt) : eq(stored.lastMessageAt, lastMessageAt),
              ].join(' AND ')
            : eq(stored.createdAt, createdAt),
        )
        .commit(),
      expiries.delete({ organizationId, conversationId: id }).commit(),
      // A message that arrives now may link a name to a new conversation.
      ...linked.flat().flatMap(({ contact, current }) => {
        if (!number) return []
        const link = { numberId: number.id, contact }
        const change =
          successor === undefined || contact === earlier
            ? aliases.delete(link)
            : aliases.upsert({ ...link, conversationId: successor })
        return [
          change
            .where(({ conversationId }, { eq, notExists }) =>
              [notExists(conversationId), eq(conversationId, current)].join(' OR '),
            )
            .commit(),
        ]
      }),
      ...[CONVERSATIONS, conversationsOf(phoneNumberId)].map((noun) =>
        counters
          .update({ organizationId, noun, ...counterShard(id) })
          .add({ count: -1 })
          .commit(),
      ),
    ],
  )
}

const TRIES = 3

/**
 * Deletes a conversation whose messages have expired, with its counts and the other names of its customer, in one
 * transaction. Otherwise stores when to check again. Call it when the conversation's `ConversationExpiryEntity` has
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
    const number = await findNumber(conversation.phoneNumberId)
    // A number that was connected again has another id, which no name of the customer refers to.
    const removed = await removeConversation(
      conversation,
      number?.organizationId === organizationId ? number : undefined,
    )
    if (!removed) return undefined
    log('conversation.expired', { organizationId, conversationId: id })
    return true
  })
}

/** Returns when the last message that has not expired does, in Unix seconds, or 0 if there is none. */
async function lastExpiry(organizationId: string, conversationId: string, now: number): Promise<number> {
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
