import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { isFromPerson } from '../../conversations/messages/advance-outbound.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { isLive } from '../../platform/clock.ts'
import { HISTORY_MESSAGES, type Transcript } from './build-history.ts'

/** Maximum number of messages that one turn answers. Bounds the writes at its end. */
const MOST_COVERED = 80

/**
 * Reads consistently, and more than one page only while all messages await an answer. Always contains `origin`. Messages that a
 * person has answered await no answer, unless their ids are in `begunFor`: a turn that has begun answers them.
 */
export async function getTranscript(
  conversation: ConversationItem,
  origin: MessageItem | undefined,
  now: EpochMs,
  begunFor: readonly string[] = [],
): Promise<Transcript> {
  const { organizationId, id: conversationId, sessionId } = conversation
  const found: MessageItem[] = []
  let cursor: string | null = null
  do {
    const page: { data: MessageItem[]; cursor: string | null } = await MessageEntity.query
      .byId({ organizationId, conversationId })
      .go({ order: 'desc', limit: HISTORY_MESSAGES, cursor, consistent: true })
    found.push(...page.data)
    cursor = page.cursor
  } while (cursor !== null && found.length < MOST_COVERED && found.every(awaitsAnswer))
  const hasMore = cursor !== null && found.at(-1)?.sessionId === sessionId
  if (origin && !found.some(({ id }) => id === origin.id)) {
    const { organizationId, conversationId, id } = origin
    found.push(
      (await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })).data ?? origin,
    )
  }
  const messages = found
    .filter((message) => isLive(message, now))
    .filter((message) => message.id === origin?.id || message.sessionId === sessionId)
    .toSorted((a, b) => a.takenAt - b.takenAt || a.id.localeCompare(b.id))
  return { messages: answeredByPerson(messages, begunFor), cut: hasMore }
}

/**
 * Returns messages with the id of a person's message as the turn of those that it answers: what the customer had written
 * before. A message that failed answers nothing. `messages` are in the order of their arrival.
 */
export function answeredByPerson(messages: readonly MessageItem[], begunFor: readonly string[]): MessageItem[] {
  return messages.map((message, index) => {
    if (!awaitsAnswer(message) || begunFor.includes(message.id)) return message
    const answer = messages.find(
      (later, position) =>
        position > index && isFromPerson(later) && later.status !== 'failed' && later.sentAt >= message.sentAt,
    )
    return answer ? { ...message, turnId: answer.id } : message
  })
}

/** Returns the ids of the latest messages that await an answer, at most `MOST_COVERED`. */
export function awaitingIds({ messages }: Transcript): string[] {
  return messages
    .filter(awaitsAnswer)
    .slice(-MOST_COVERED)
    .map(({ id }) => id)
}
