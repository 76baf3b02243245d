import { ConversationEntity, type ConversationItem, listEntry } from '../conversation-entity.ts'
import { waitingSince } from '../handoff.ts'
import { removeWaitingEntry } from '../waiting-entry.ts'
import type { MessageItem } from './message-entity.ts'
import { previewOf } from './preview.ts'

/** The precision of the provider's times. */
const SECOND_MILLISECONDS = 1000

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
 * newer message. Counts the new messages, by default all. After a person's message or an answer, the customer no longer waits.
 * A program's message ends only the wait for an unanswered message.
 */
export async function advanceToOutbound(
  conversation: ConversationItem,
  messages: readonly MessageItem[],
  end?: TurnEnd,
  count = messages.length,
): Promise<void> {
  const { organizationId, id, humanNeededSince, waitingAt, inboundSeq, lastInboundAt = 0 } = conversation
  const requestedAt = waitingSince(conversation)
  // What the owner wrote in the provider's app can arrive after a later request or message.
  const timely = messages.filter(
    ({ sentAt }) => sentAt >= lastInboundAt && sentAt + SECOND_MILLISECONDS > (requestedAt ?? 0),
  )
  const fromPerson = timely.some((message) => isFromPerson(message))
  const isNeeded = humanNeededSince !== undefined && (end?.answers === true || fromPerson)
  // A program does not reply for a person who was asked for.
  const settles = fromPerson || (requestedAt === undefined && timely.some((message) => isFromProgram(message)))
  const changed = () =>
    ConversationEntity.patch({ organizationId, id })
      .add(count > 0 ? { messageCount: count } : {})
      .set(end?.answeredSession ? { answeredSession: end.answeredSession, answeredSeq: inboundSeq } : {})
      .set(end?.isAnsweredElsewhere ? { answeredSeq: inboundSeq } : {})
      .set(settles ? { settledSeq: inboundSeq } : {})
      .set(end?.firstAnswer ? { firstAnswer: end.firstAnswer } : {})
      .set(end?.cost ? { cost: end.cost } : {})
      .set(end?.watchedSession ? { watchedSession: end.watchedSession } : {})
      .remove(isNeeded ? ['humanNeededSince'] : [])
  const endWaiting = async () => {
    if (waitingAt === undefined && !isNeeded) return
    if (settles) await removeWaitingEntry(conversation, 'person')
    else if (end?.answeredSession) await removeWaitingEntry(conversation, 'agent')
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
  if (count > 0 || end?.answeredSession || end?.cost || isNeeded || settles)
    await changed().go({ returnOnConditionCheckFailure: true })
  await endWaiting()
}

/** The types of messages that tell the customer nothing. */
const NO_ANSWERS = ['reaction', 'edit', 'revoke']

/** Returns whether a person answered with a message: in the dashboard or in the provider's app, not through the API. */
export function isFromPerson(message: Pick<MessageItem, 'role' | 'author' | 'type'>): boolean {
  return isAnswer(message) && message.author?.keyName === undefined
}

/** Returns whether a program answered with a message through the API. */
function isFromProgram(message: Pick<MessageItem, 'role' | 'author' | 'type'>): boolean {
  return isAnswer(message) && message.author?.keyName !== undefined
}

function isAnswer({ role, type }: Pick<MessageItem, 'role' | 'type'>): boolean {
  return role === 'human' && !NO_ANSWERS.includes(type)
}
