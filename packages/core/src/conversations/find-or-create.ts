import { createWriteTransaction } from 'electrodb'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { derivedId, expiryAfter, newId } from '../platform/clock.ts'
import { InternalError } from '../platform/errors.ts'
import { CounterShardEntity, counterShard } from '../platform/paging/counter-entity.ts'
import { recentRetention } from '../platform/retention/retention.ts'
import { transact } from '../platform/table/transact.ts'
import { ContactAliasEntity } from './contact-alias-entity.ts'
import { ConversationEntity, type ConversationItem, listEntry } from './conversation-entity.ts'
import { ConversationExpiryEntity } from './conversation-expiry-entity.ts'
import { findConversation } from './get-conversation.ts'
import { sessionInForce } from './routing/session-in-force.ts'

/** The counter names of the conversations of the organisation, and of one number. */
export const CONVERSATIONS = 'conversations'
export const conversationsOf = (phoneNumberId: string) => `conversations#${phoneNumberId}`

/** A customer as named by the provider or a caller; at least one of number and user id is present. */
export interface Contact {
  /** Digits without plus. */
  readonly contactNumber?: string
  /** The provider's business-scoped user id. */
  readonly contactUserId?: string
  readonly contactName?: string
}

interface Start {
  /** @default the number's agent */
  readonly agentId?: string
  /** The time of the message that starts it, milliseconds since the epoch. @default now */
  readonly activeAt?: number
}

/** Returns the id of a contact's conversation. It derives from our id of the number, not from the phone number. */
export function conversationId(number: Pick<NumberItem, 'id'>, contact: string): string {
  return derivedId('conversation', number.id, contact)
}

/** Returns or creates a contact's conversation. One found by user id is reused when the phone number becomes known. */
export async function findOrCreateConversation(
  number: NumberItem,
  contact: Contact,
  now: number,
  start: Start = {},
): Promise<ConversationItem> {
  const { organizationId } = number
  const { contactNumber, contactUserId } = contact
  const known = contactNumber ? await findConversation(organizationId, conversationId(number, contactNumber)) : null
  if (known) {
    if (contactUserId && known.contactUserId !== contactUserId) await linkContact(number, contactUserId, known.id)
    return sessionInForce(number, known)
  }
  const [byUser, byNumber] = await Promise.all([findAlias(number, contactUserId), findAlias(number, contactNumber)])
  const alias = byUser ?? byNumber
  const aliased = alias ? await findConversation(organizationId, alias) : null
  if (aliased) {
    if (contactNumber && !byNumber) await linkContact(number, contactNumber, aliased.id)
    return sessionInForce(number, aliased)
  }
  const id = conversationId(number, contactNumber ?? `user:${contactUserId}`)
  if (contactUserId) await linkContact(number, contactUserId, id)
  return await createConversationItem(number, id, contact, now, start)
}

/** Returns the id of the conversation of another name of a customer. */
export async function findAlias(
  number: Pick<NumberItem, 'id'>,
  contact: string | undefined,
): Promise<string | undefined> {
  if (!contact) return undefined
  const { data } = await ContactAliasEntity.get({ numberId: number.id, contact }).go({ consistent: true })
  return data?.conversationId
}

/** Links another name of a customer to a conversation unless it is linked already. */
export async function linkContact(number: NumberItem, contact: string, conversationId: string): Promise<void> {
  await ContactAliasEntity.create({ numberId: number.id, contact, conversationId }).go({
    returnOnConditionCheckFailure: true,
  })
}

async function createConversationItem(
  number: NumberItem,
  id: string,
  { contactNumber, contactUserId, contactName = '' }: Contact,
  now: number,
  start: Start,
): Promise<ConversationItem> {
  const { organizationId, phoneNumberId } = number
  const conversation: ConversationItem = {
    organizationId,
    id,
    phoneNumberId,
    msgNumber: number.number,
    contactNumber,
    contactUserId,
    contactName,
    agentId: start.agentId ?? number.agentId,
    numberEpoch: number.epoch,
    sessionId: newId(),
    routingVersion: 0,
    inboundSeq: 0,
    readSeq: 0,
    lastMessage: '',
    ...listEntry({ id, listedAt: undefined }, start.activeAt ?? now),
    hasExpiry: true,
    createdAt: now,
  }
  const { messageDays } = await recentRetention(organizationId, now)
  const transaction = createWriteTransaction(
    { conversations: ConversationEntity, counters: CounterShardEntity, expiries: ConversationExpiryEntity },
    ({ conversations, counters, expiries }) => [
      conversations.create(conversation).commit(),
      expiries.put({ organizationId, conversationId: id, expiresAt: expiryAfter(now, messageDays) }).commit(),
      ...[CONVERSATIONS, conversationsOf(phoneNumberId)].map((noun) =>
        counters
          .update({ organizationId, noun, ...counterShard(id) })
          .add({ count: 1 })
          .commit(),
      ),
    ],
  )
  if (await transact(() => transaction.go())) return conversation
  const existing = await findConversation(organizationId, id)
  if (!existing) throw new InternalError(`conversation ${id} was deleted concurrently`)
  return sessionInForce(number, existing)
}
