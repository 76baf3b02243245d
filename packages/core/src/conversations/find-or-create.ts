import { validate as isUuid } from 'uuid'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { derivedId, expiryAfter, newId } from '../platform/clock.ts'
import { InternalError } from '../platform/errors.ts'
import { CounterShardEntity, counterShard } from '../platform/paging/counter-entity.ts'
import { recentRetention } from '../platform/retention.ts'
import { entity, key } from '../platform/table/entity.ts'
import { transact } from '../platform/table/transact.ts'
import { canonicalNumber, isSameNumber } from './canonical-number.ts'
import {
  ConversationEntity,
  ConversationExpiryEntity,
  type ConversationItem,
  listEntry,
} from './conversation-entity.ts'
import { sessionInForce } from './routing/effective-route.ts'

/**
 * The conversation of another name of a customer: a business-scoped user id, for customers who share no phone number,
 * or a phone number from which the conversation's id does not derive. Access: by our id of the number and that name.
 * Stored as long as the conversation.
 */
export const ContactAliasEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'contactAlias', version: '1' },
  attributes: {
    numberId: { type: 'string', required: true, readOnly: true },
    contact: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true },
  },
  indexes: {
    byContact: { pk: key('pk', 'alias#${numberId}#${contact}'), sk: key('sk', 'alias') },
  },
}))

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
  return derivedId('conversation', number.id, canonicalNumber(contact))
}

/** Returns the stored conversation (see `sessionInForce`), strongly consistent, or null if it does not exist. */
export async function findConversation(organizationId: string, id: string): Promise<ConversationItem | null> {
  if (!isUuid(id)) return null
  const { data } = await ConversationEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** Returns or creates a contact's conversation. One found by user id is reused when the phone number becomes known. */
export async function findOrCreateConversation(
  number: NumberItem,
  contact: Contact,
  now: number,
  start: Start = {},
): Promise<ConversationItem> {
  const { contactNumber, contactUserId } = contact
  const { found, by, derivedId: derived } = await search(number, contact)
  if (found) {
    if (by === 'user' && contactNumber && !hasLeft(found, contactNumber))
      await linkContact(number, contactNumber, found.id)
    if (by !== 'user' && contactUserId && found.contactUserId !== contactUserId)
      await linkContact(number, contactUserId, found.id)
    return sessionInForce(number, found)
  }
  const id = derived ?? (await linkContact(number, contactNumber ?? '', newId()))
  if (contactUserId) await linkContact(number, contactUserId, id)
  // The id derives from another name, or from none.
  if (contactNumber && id !== conversationId(number, contactNumber)) await linkContact(number, contactNumber, id)
  return await createConversationItem(number, id, contact, now, start)
}

/** Returns a contact's conversation as it is stored, or null if there is none. */
export async function findByContact(
  number: Pick<NumberItem, 'id' | 'organizationId'>,
  contact: Contact,
): Promise<ConversationItem | null> {
  return (await search(number, contact)).found
}

interface Search {
  readonly found: ConversationItem | null
  /** What found it. */
  readonly by?: 'id' | 'user' | 'number'
  /**
   * The id of the next conversation: the one to which the names are linked, or the one that derives from the contact.
   * Absent if another customer had that number before.
   */
  readonly derivedId?: string
}

async function search(
  number: Pick<NumberItem, 'id' | 'organizationId'>,
  { contactNumber, contactUserId }: Contact,
): Promise<Search> {
  const { organizationId } = number
  const derivedId = conversationId(number, contactNumber ?? `user:${contactUserId}`)
  const stored = contactNumber ? await findConversation(organizationId, derivedId) : null
  const isLeft = stored !== null && hasLeft(stored, contactNumber)
  const own = isLeft ? null : stored
  if (own?.lastInboundAt !== undefined) return { found: own, by: 'id' }
  // The customer may have written from another number than the one to which the business wrote.
  const [byUser, byNumber] = await Promise.all([
    own ? undefined : findAlias(number, contactUserId),
    findAlias(number, contactNumber),
  ])
  const alias = byUser ?? byNumber
  const found = alias ? await findConversation(organizationId, alias) : null
  if (found) return { found, by: byNumber ? 'number' : 'user' }
  if (own) return { found: own, by: 'id' }
  // An erasure that has not ended gives the names of the customer to the next conversation.
  return { found: null, ...(alias ? { derivedId: alias } : !isLeft && { derivedId }) }
}

/** Returns whether the customer of a conversation had a number before, and left it. */
export function hasLeft({ leftNumbers = [] }: ConversationItem, contactNumber: string | undefined): boolean {
  return contactNumber !== undefined && leftNumbers.some((left) => isSameNumber(left, contactNumber))
}

/** Returns the key of the link of a customer's name, the same for all spellings of a phone number. */
export function aliasKey({ id: numberId }: Pick<NumberItem, 'id'>, contact: string) {
  return { numberId, contact: canonicalNumber(contact) }
}

/** Returns the id of the conversation of another name of a customer. */
export async function findAlias(
  number: Pick<NumberItem, 'id'>,
  contact: string | undefined,
): Promise<string | undefined> {
  if (!contact) return undefined
  const { data } = await ContactAliasEntity.get(aliasKey(number, contact)).go({ consistent: true })
  return data?.conversationId
}

/**
 * Returns the name of the conversation that a customer had under a former number, if the notice of the change came after
 * messages from the new one. No message continues that conversation.
 */
export function earlierOf(contactNumber: string): string {
  return `${canonicalNumber(contactNumber)}#earlier`
}

/** Returns the ids of a customer's conversations with a number, of which some may not exist. The id derives from `key`. */
export async function listIdsOf(number: Pick<NumberItem, 'id'>, contact: string, key = contact): Promise<string[]> {
  const aliases = await Promise.all([contact, earlierOf(contact)].map((name) => findAlias(number, name)))
  return [...new Set([conversationId(number, key), ...aliases.filter((id) => id !== undefined)])]
}

/** Links another name of a customer to a conversation unless it is linked already. Returns the linked conversation's id. */
export async function linkContact(
  number: Pick<NumberItem, 'id'>,
  contact: string,
  conversationId: string,
): Promise<string> {
  const { data } = await ContactAliasEntity.create({ ...aliasKey(number, contact), conversationId }).go({
    returnOnConditionCheckFailure: 'all_old',
  })
  return data?.conversationId ?? conversationId
}

async function createConversationItem(
  number: NumberItem,
  id: string,
  { contactNumber, contactUserId, contactName = '' }: Contact,
  now: number,
  start: Start,
): Promise<ConversationItem> {
  const { organizationId, phoneNumberId } = number
  const name = contactNumber ?? contactUserId
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
    createdAt: now,
  }
  const { messageDays } = await recentRetention(organizationId, now)
  const isWritten = await transact(
    {
      conversations: ConversationEntity,
      counters: CounterShardEntity,
      expiries: ConversationExpiryEntity,
      aliases: ContactAliasEntity,
    },
    ({ conversations, counters, expiries, aliases }) => [
      conversations.create(conversation).commit(),
      // An erasure that ends now deletes the link.
      ...(name !== undefined && id !== conversationId(number, contactNumber ?? `user:${contactUserId}`)
        ? [
            aliases
              .patch(aliasKey(number, name))
              .set({ conversationId: id })
              .where((stored, { eq }) => eq(stored.conversationId, id))
              .commit(),
          ]
        : []),
      expiries.put({ organizationId, conversationId: id, expiresAt: expiryAfter(now, messageDays) }).commit(),
      ...[CONVERSATIONS, conversationsOf(phoneNumberId)].map((noun) =>
        counters
          .update({ organizationId, noun, ...counterShard(id) })
          .add({ count: 1 })
          .commit(),
      ),
    ],
  )
  if (isWritten) return conversation
  const existing = await findConversation(organizationId, id)
  if (!existing) throw new InternalError(`conversation ${id} was deleted concurrently`)
  return sessionInForce(number, existing)
}

/** Returns a customer's id in an organisation, the same on each number if the customer shares the phone number. */
export function contactId({
  organizationId,
  contactNumber,
  id,
}: Pick<ConversationItem, 'organizationId' | 'contactNumber' | 'id'>): string {
  return derivedId('contact', organizationId, contactNumber === undefined ? id : canonicalNumber(contactNumber))
}
