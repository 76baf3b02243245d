import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { judgeWaiting } from '../judge-waiting.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'

/** The number of latest messages among which the start of a wait is searched. */
const MOST_READ = 100

/**
 * Returns the customer's messages since the last message that reached them, newest first, without reactions. `messages` are the
 * latest of a conversation, newest first.
 */
export function sinceReached<Message extends Pick<MessageItem, 'direction' | 'status' | 'type'>>(
  messages: readonly Message[],
): Message[] {
  const reached = messages.findIndex(({ direction, status }) => direction === 'outbound' && status !== 'failed')
  return (reached === -1 ? messages : messages.slice(0, reached)).filter(
    ({ direction, type }) => direction === 'inbound' && type !== 'reaction',
  )
}

/**
 * Returns since when the customer waits if the agent fails at `now`: since the first message after the last one that reached
 * them, since the wait began in which they are already, or since now.
 */
export async function findWaitStart(conversation: ConversationItem, now: EpochMs): Promise<EpochMs> {
  const { organizationId, id: conversationId } = conversation
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .go({ order: 'desc', limit: MOST_READ, consistent: true })
  const first = sinceReached(data).at(-1)?.sentAt
  const earlier = judgeWaiting({ ...conversation, humanTakeoverUntil: undefined }, now)?.since
  return Math.min(now, first ?? now, earlier ?? now)
}
