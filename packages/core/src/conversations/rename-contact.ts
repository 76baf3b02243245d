import type { NumberItem } from '../channel/numbers/number-entity.ts'
import type { InboundMessage } from '../channel/port.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { ContactAliasEntity, findByContact, hasLeft, linkContact } from './find-or-create.ts'
import { moveMemory } from './memory-entity.ts'
import { copyChoice } from './opt-out.ts'
import { sessionInForce } from './routing/effective-route.ts'

/**
 * Gives a customer the new names of a notice: their conversation, its memory and their choice about marketing stay. A later
 * owner of the former number gets another conversation. Returns the conversation, or null if the customer has none.
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
  const found = isCurrent ? current : ((await findByContact(number, earlier)) ?? current)
  const former = before ?? found?.contactNumber
  const leftNumber = contactNumber !== undefined && former !== contactNumber ? former : undefined
  // A repeat after the last write: the former number may belong to another customer now.
  if (found && hasLeft(found, leftNumber)) return sessionInForce(number, found)
  if (contactNumber !== undefined && leftNumber !== undefined)
    await moveMemory(organizationId, leftNumber, contactNumber, at)
  await copyChoice(organizationId, [earlier, ...(found ? [found] : [])], now)
  if (!found) return null
  const { id, leftNumbers = [] } = found
  const names = [contactNumber, contactUserId].filter((name) => name !== undefined)
  await Promise.all(names.map((name) => linkContact(number, name, id)))
  const left = [leftNumber, ...(contactUserId === undefined ? [] : [userBefore, found.contactUserId])]
    .filter((name) => name !== undefined)
    .filter((name) => !names.includes(name))
  await Promise.all(left.map((name) => unlinkContact(number, name, id)))
  const renamed = {
    ...(contactNumber !== undefined && { contactNumber }),
    ...(contactUserId !== undefined && { contactUserId }),
    ...(leftNumber !== undefined && {
      leftNumbers: [...new Set([...leftNumbers, leftNumber])].filter((each) => each !== contactNumber),
    }),
  }
  await ConversationEntity.patch({ organizationId, id }).set(renamed).go({ returnOnConditionCheckFailure: true })
  return sessionInForce(number, { ...found, ...renamed })
}

/** Deletes a name of a customer if it is linked to this conversation. */
async function unlinkContact({ id: numberId }: NumberItem, contact: string, conversationId: string): Promise<void> {
  await ContactAliasEntity.remove({ numberId, contact })
    .where((stored, { eq }) => eq(stored.conversationId, conversationId))
    .go({ returnOnConditionCheckFailure: true })
}
