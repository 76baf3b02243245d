import type { EpochMs } from '@replywright/contract/time.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '../channel/numbers/numbers.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'

/** The attributes of an entry in the list of conversations whose customers may wait. `judgeWaiting` decides. */
export const WAITING_ENTRY = ['waitingIn', 'waitingAt'] as const

/** Returns the entry of a conversation that waits since `since`, or `{}` on the sandbox number. */
export function waitingEntry(
  { organizationId, id, phoneNumberId }: Pick<ConversationItem, 'organizationId' | 'id' | 'phoneNumberId'>,
  since: EpochMs,
): Pick<ConversationItem, 'waitingIn' | 'waitingAt'> {
  if (phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)) return {}
  return { waitingIn: organizationId, waitingAt: `${String(since).padStart(13, '0')}#${id}` }
}

/**
 * Removes the entry of a conversation after a reply to all its messages, unless another message, request or failure came
 * since, so that no entry is lost that is written at the same time. A reply of a person also settles a request.
 */
export async function removeWaitingEntry(
  { organizationId, id, inboundSeq }: Pick<ConversationItem, 'organizationId' | 'id' | 'inboundSeq'>,
  by: 'agent' | 'person',
): Promise<void> {
  await ConversationEntity.patch({ organizationId, id })
    .remove([...WAITING_ENTRY])
    .where(({ handoff, humanNeededSince, settledSeq, inboundSeq: stored }, { eq, notExists }) =>
      [
        eq(stored, inboundSeq),
        notExists(humanNeededSince),
        // A new request removes it.
        by === 'person' ? eq(settledSeq, inboundSeq) : notExists(handoff),
      ].join(' AND '),
    )
    .go({ returnOnConditionCheckFailure: true })
}

/** Lets a customer wait to whose last message no agent replies, unless they wait already or have written again. */
export async function enterWaiting(conversation: ConversationItem, since: EpochMs): Promise<void> {
  const { organizationId, id, inboundSeq } = conversation
  await ConversationEntity.patch({ organizationId, id })
    .set(waitingEntry(conversation, since))
    .where(
      ({ waitingAt, inboundSeq: stored }, { eq, notExists }) => `${notExists(waitingAt)} AND ${eq(stored, inboundSeq)}`,
    )
    .go({ returnOnConditionCheckFailure: true })
}
