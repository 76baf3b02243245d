import type { NumberItem } from '../channel/numbers/number-entity.ts'
import type { InboundMessage } from '../channel/port.ts'
import { isSameNumber } from './canonical-number.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import {
  aliasKey,
  ContactAliasEntity,
  earlierOf,
  findAlias,
  findByContact,
  findConversation,
  hasLeft,
  linkContact,
} from './find-or-create.ts'
import { moveMemory } from './memory-entity.ts'
import { copyChoice } from './opt-out.ts'
import { sessionInForce } from './routing/effective-route.ts'

/**
 * Gives a customer the new names of a notice: their conversation, its memory and their choice about marketing stay. A later
 * owner of the former number gets another conversation. If the customer has written from the new number already, the
 * conversations of both numbers stay (`setAside`). Returns the conversation, or null if the customer has none.
 * Idempotent: a conversation of the new names is found first. `at` in milliseconds.
 */
export async function renameContact(
  number: NumberItem,
  { contactNumber: before, contactUserId: userBefore }: Pick<InboundMessage, 'contactNumber' | 'contactUserId'>,
  { contactNumber, contactUserId }: NonNullable<InboundMessage['renamedTo']>,
  at: number,
): Promise<ConversationItem | null> {
  const { organizationId } = number
  const [now, earlier] = [
    { contactNumber, contactUserId },
    { contactNumber: before, contactUserId: userBefore },
  ]
  const current = await findByContact(number, now)
  // The business may have written to the new number before.
  const isCurrent = current && (current.lastInboundAt !== undefined || hasLeft(current, before))
  const previous = await findByContact(number, earlier)
  const found = isCurrent ? current : (previous ?? current)
  const former = before ?? found?.contactNumber
  const leftNumber = contactNumber !== undefined && !isSameNumber(former, contactNumber) ? former : undefined
  // A repeat after the last write: the former number may belong to another customer now.
  if (found && hasLeft(found, leftNumber)) return sessionInForce(number, found)
  if (contactNumber !== undefined && leftNumber !== undefined)
    await moveMemory(organizationId, leftNumber, contactNumber, at)
  await copyChoice(organizationId, [earlier, ...(found ? [found] : [])], now)
  if (!found) return null
  const { id } = found
  const names = [contactNumber, contactUserId].filter((name) => name !== undefined)
  await Promise.all(names.map((name) => linkContact(number, name, id)))
  const left = [leftNumber, ...(contactUserId === undefined ? [] : [userBefore, found.contactUserId])]
    .filter((name) => name !== undefined)
    .filter((name) => !names.some((each) => isSameNumber(each, name)))
  await Promise.all(left.map((name) => unlinkContact(number, name, id)))
  if (contactNumber !== undefined && leftNumber !== undefined) {
    const alias = await findAlias(number, earlierOf(leftNumber))
    const kept = alias === undefined ? null : await findConversation(organizationId, alias)
    for (const other of [previous, kept])
      if (other && other.id !== id) await setAside(number, other, leftNumber, contactNumber)
  }
  const renamed = {
    ...(contactNumber !== undefined && { contactNumber }),
    ...(contactUserId !== undefined && { contactUserId }),
    ...(leftNumber !== undefined && { leftNumbers: numbersLeft(found, leftNumber, contactNumber) }),
  }
  await ConversationEntity.patch({ organizationId, id }).set(renamed).go({ returnOnConditionCheckFailure: true })
  return sessionInForce(number, { ...found, ...renamed })
}

/**
 * Keeps another conversation of a former number for the customer: the customer continues the one of the new number, and a
 * later owner of the former number gets a third one.
 */
async function setAside(
  number: NumberItem,
  conversation: ConversationItem,
  leftNumber: string,
  contactNumber: string,
): Promise<void> {
  const { organizationId, id } = conversation
  // A customer has one such name. A second conversation stays with the former number.
  if ((await linkContact(number, earlierOf(contactNumber), id)) !== id) return
  await Promise.all([leftNumber, earlierOf(leftNumber)].map((name) => unlinkContact(number, name, id)))
  await ConversationEntity.patch({ organizationId, id })
    .set({ contactNumber, leftNumbers: numbersLeft(conversation, leftNumber, contactNumber) })
    .go({ returnOnConditionCheckFailure: true })
}

/** Returns the numbers that the customer of a conversation has left, with one more. */
function numbersLeft({ leftNumbers = [] }: ConversationItem, left: string, current: string | undefined): string[] {
  return [...new Set([...leftNumbers, left])].filter((each) => !isSameNumber(each, current))
}

/** Deletes a name of a customer if it is linked to this conversation. */
async function unlinkContact(number: NumberItem, contact: string, conversationId: string): Promise<void> {
  await ContactAliasEntity.remove(aliasKey(number, contact))
    .where((stored, { eq }) => eq(stored.conversationId, conversationId))
    .go({ returnOnConditionCheckFailure: true })
}
