import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { InboundMessage } from '../../channel/port.ts'
import { derivedId, derivedTimeId } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { retryConflict } from '../../platform/table/transact.ts'
import { ConversationEntity, type ConversationItem } from '../conversation-entity.ts'

/** The tolerated difference between the provider's clock and ours. */
export const CLOCK_TOLERANCE_MILLISECONDS = 60_000
/** The number of messages from the future that a conversation remembers. */
const REMEMBERED = 20
/** Attempts to remember a message while others are remembered concurrently. */
const TRIES = 20

/** Returns whether a message was sent before its number was connected, by any clock within the tolerance. */
export function isBeforeConnection({ connectedAt }: Pick<NumberItem, 'connectedAt'>, sentAt: EpochMs): boolean {
  return sentAt < connectedAt - CLOCK_TOLERANCE_MILLISECONDS
}

/**
 * Returns the id of a message of the provider, the same for each repeat. Its time is the provider's. A time that is
 * ahead of ours would put the message behind all later ones: the end of the second before the first run is used
 * instead, because the provider's times are whole seconds. The conversation remembers it.
 */
export async function messageIdOf(
  conversation: ConversationItem,
  { waId, sentAt }: Pick<InboundMessage, 'waId' | 'sentAt'>,
  now: EpochMs,
): Promise<string> {
  const mark = derivedId('ahead', waId)
  const known = timeOf(conversation, mark)
  const isAhead = sentAt > now + CLOCK_TOLERANCE_MILLISECONDS
  const time = known ?? (isAhead ? await rememberTime(conversation, mark, now - (now % 1000) - 1) : sentAt)
  return idAt(time, conversation, waId)
}

/**
 * Returns the id of a message of a number, whoever its sender is: a repeat is one, also after the sender's number
 * belongs to somebody else.
 */
export function idAt(time: EpochMs, { phoneNumberId }: Pick<ConversationItem, 'phoneNumberId'>, waId: string): string {
  return derivedTimeId(time, 'message', phoneNumberId, waId)
}

function timeOf({ ahead = [] }: Pick<ConversationItem, 'ahead'>, mark: string): EpochMs | undefined {
  return ahead.find((one) => one.mark === mark)?.time
}

/** Stores the time of a message's id. Returns the stored one. */
async function rememberTime(conversation: ConversationItem, mark: string, time: EpochMs): Promise<EpochMs> {
  const { organizationId, id } = conversation
  let read: Pick<ConversationItem, 'ahead' | 'aheadMark'> = conversation
  return await retryConflict(TRIES, `Conversation ${id} was changed concurrently. Try again.`, async () => {
    const stored = timeOf(read, mark)
    if (stored !== undefined) return stored
    const { ahead: before, aheadMark: latest } = read
    const { data, rejected } = await ConversationEntity.patch({ organizationId, id })
      .set({ ahead: [{ mark, time }, ...(before ?? [])].slice(0, REMEMBERED), aheadMark: mark })
      // ElectroDB does not translate the names in a list that is compared.
      .where(({ aheadMark }, { eq, notExists }) =>
        latest === undefined ? notExists(aheadMark) : eq(aheadMark, latest),
      )
      .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
    if (!data) throw new InternalError(`conversation ${id} was deleted concurrently`)
    if (!rejected) return time
    read = data
    return undefined
  })
}
