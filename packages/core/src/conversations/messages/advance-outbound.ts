import { ConversationEntity, type ConversationItem, listEntry } from '../conversation-entity.ts'
import { removeWaitingEntry } from '../waiting-entry.ts'
import type { MessageItem } from './message-entity.ts'
import { previewOf } from './preview.ts'

/** The result of an agent's turn for the conversation, besides its messages. */
interface TurnEnd {
  /** Whether it answered the customer: a person is no longer needed. @default false */
  readonly answers?: boolean
  /** The session in which the agent sent a message; undefined if it sent none. */
  readonly answeredSession?: string | undefined
  /** Whether another agent on the number answered: no member need read what the customer wrote before. @default false */
  readonly isAnsweredElsewhere?: boolean
  /** The first reply of an agent in it; undefined if it stays. */
  readonly firstAnswer?: ConversationItem['firstAnswer']
  /** The cost of the conversation after the turn; undefined if it stays. */
  readonly cost?: ConversationItem['cost']
  /** The session that is watched from now on; undefined if it stays. */
  readonly watchedSession?: string | undefined
}

/**
 * Updates a conversation after outbound messages, in their order: shows the text of the last one unless there is a
 * newer message. Counts the new messages, by default all. After a person's message or an answer, a person is no longer
 * needed.
 */
export async function advanceToOutbound(
  conversation: ConversationItem,
  messages: readonly MessageItem[],
  end?: TurnEnd,
  count = messages.length,
): Promise<void> {
  const { organizationId, id, humanNeededSince, inboundSeq } = conversation
  const isNeeded = humanNeededSince !== undefined && (end?.answers === true || messages.some(isFromPerson))
  const changed = () =>
    ConversationEntity.patch({ organizationId, id })
      .add(count > 0 ? { messageCount: count } : {})
      .set(end?.answeredSession ? { answeredSession: end.answeredSession, answeredSeq: inboundSeq } : {})
      .set(end?.isAnsweredElsewhere ? { answeredSeq: inboundSeq } : {})
      .set(end?.firstAnswer ? { firstAnswer: end.firstAnswer } : {})
      .set(end?.cost ? { cost: end.cost } : {})
      .set(end?.watchedSession ? { watchedSession: end.watchedSession } : {})
      .remove(isNeeded ? ['humanNeededSince'] : [])
  const endWaiting = async () => {
    if (isNeeded) await removeWaitingEntry(conversation)
  }
  const last = messages.at(-1)
  if (last) {
    const entry = listEntry(conversation, last.sentAt)
    const moved = await changed()
      .set({ ...previewOf(last), ...entry })
      .where(({ lastMessageAt, listedAt }, { notExists, lte }) =>
        [lastMessageAt, ...(entry.listedAt === undefined ? [] : [listedAt])]
          .map((time) => `(${notExists(time)} OR ${lte(time, last.sentAt)})`)
          .join(' AND '),
      )
      .go({ returnOnConditionCheckFailure: true })
    if (!moved.rejected) return await endWaiting()
  }
  // An erasure may have deleted the conversation.
  if (count > 0 || end?.answeredSession || end?.cost || isNeeded)
    await changed().go({ returnOnConditionCheckFailure: true })
  await endWaiting()
}

/** The types of messages that tell the customer nothing. */
const NO_ANSWERS = ['reaction', 'edit', 'revoke']

/** Returns whether a person answered with a message: in the dashboard or in the provider's app, not through the API. */
export function isFromPerson({ role, author, type }: Pick<MessageItem, 'role' | 'author' | 'type'>): boolean {
  return role === 'human' && author?.keyName === undefined && !NO_ANSWERS.includes(type)
}
