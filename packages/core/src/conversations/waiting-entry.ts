import { SANDBOX_PHONE_NUMBER_ID } from '../channel/numbers/numbers.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'

/** The attributes of an entry in the list of waiting conversations. */
export const WAITING_ENTRY = ['waitingIn', 'waitingAt'] as const

/** Returns the entry of a conversation that waits since `since` (milliseconds), or `{}` on the sandbox number. */
export function waitingEntry(
  { organizationId, id, phoneNumberId }: Pick<ConversationItem, 'organizationId' | 'id' | 'phoneNumberId'>,
  since: number,
): Pick<ConversationItem, 'waitingIn' | 'waitingAt'> {
  if (phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)) return {}
  return { waitingIn: organizationId, waitingAt: `${String(since).padStart(13, '0')}#${id}` }
}

/** Removes the entry of a conversation unless it waits, so that no entry is lost that is written at the same time. */
export async function removeWaitingEntry({
  organizationId,
  id,
}: Pick<ConversationItem, 'organizationId' | 'id'>): Promise<void> {
  await ConversationEntity.patch({ organizationId, id })
    .remove([...WAITING_ENTRY])
    .where(({ handoff, humanNeededSince }, { notExists }) => `${notExists(handoff)} AND ${notExists(humanNeededSince)}`)
    .go({ returnOnConditionCheckFailure: true })
}
