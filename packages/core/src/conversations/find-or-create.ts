import { derivedId, newId } from '../clock.ts'
import type { NumberItem } from '../numbers/number-entity.ts'
import { ContactAliasEntity } from './contact-alias-entity.ts'
import { activityHour, ConversationEntity, type ConversationItem } from './conversation-entity.ts'

/** A customer as the provider or a caller names them; at least one of number and user id is given. */
export interface Contact {
  /** Digits without plus. */
  readonly contactNumber?: string | undefined
  /** The provider's business-scoped user id. */
  readonly contactUserId?: string | undefined
  readonly contactName?: string | undefined
}

/** The id of the conversation of a contact on a number. It derives from our id of the number, not from the phone number. */
function conversationId(number: NumberItem, contact: string): string {
  return derivedId('conversation', number.id, contact)
}

/**
 * The conversation of a contact on a number, created when there is none. A customer that shared no phone number at first is
 * found by their user id, and keeps the conversation when the number comes to be known.
 */
export async function findOrCreateConversation(
  number: NumberItem,
  contact: Contact,
  now: number,
  start: { readonly agentId?: string | undefined } = {},
): Promise<ConversationItem> {
  const { organizationId } = number
  const { contactNumber, contactUserId } = contact
  const known = contactNumber ? await getConversationItem(organizationId, conversationId(number, contactNumber)) : null
  if (known) {
    if (contactUserId && known.contactUserId !== contactUserId) await linkUser(number, contactUserId, known.id)
    return known
  }
  const alias = contactUserId
    ? (await ContactAliasEntity.get({ numberId: number.id, userId: contactUserId }).go({ consistent: true })).data
    : null
  const aliased = alias ? await getConversationItem(organizationId, alias.conversationId) : null
  if (aliased) return aliased
  const id = conversationId(number, contactNumber ?? `user:${contactUserId}`)
  if (contactUserId) await linkUser(number, contactUserId, id)
  return await createConversationItem(number, id, contact, now, start.agentId ?? number.agentId)
}

async function linkUser(number: NumberItem, userId: string, conversationId: string): Promise<void> {
  await ContactAliasEntity.create({ numberId: number.id, userId, conversationId }).go({
    returnOnConditionCheckFailure: true,
  })
}

/** The organisation's conversation, read strongly; null when there is none. */
export async function getConversationItem(organizationId: string, id: string): Promise<ConversationItem | null> {
  const { data } = await ConversationEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

async function createConversationItem(
  number: NumberItem,
  id: string,
  { contactNumber, contactUserId, contactName = '' }: Contact,
  now: number,
  agentId: string | undefined,
): Promise<ConversationItem> {
  const created = await ConversationEntity.create({
    organizationId: number.organizationId,
    id,
    phoneNumberId: number.phoneNumberId,
    msgNumber: number.number,
    contactNumber,
    contactUserId,
    contactName,
    agentId,
    sessionId: newId(),
    routingVersion: 0,
    inboundSeq: 0,
    lastMessage: '',
    activityHour: activityHour(now),
    createdAt: now,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!created.data) throw new Error(`conversation ${id} was there and is gone`)
  return created.data
}
