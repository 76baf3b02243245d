import type { EpochMs } from '@replywright/contract/time.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { judgeWaiting } from '../judge-waiting.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { wasForAgent } from './turn-message.ts'

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
 * Returns since when the customer waits if the agent fails at `now`: since the first message for the agent after the last one
 * that reached them, since the wait began in which they are already, or since now.
 */
export async function findWaitStart(conversation: ConversationItem, now: EpochMs): Promise<EpochMs> {
  const { organizationId, id: conversationId } = conversation
  const { data } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .go({ order: 'desc', limit: MOST_READ, consistent: true })
  const earlier = judgeWaiting({ ...conversation, humanTakeoverUntil: undefined }, now)?.since
  return Math.min(now, firstUnreplied(conversation, data)?.sentAt ?? now, earlier ?? now)
}

/**
 * Returns the first message for an agent to which nobody has replied, or undefined. `messages` are the latest, newest first. A
 * message that an agent has handled has a reply, unless its reply was not delivered. Those before *Done*, and what a person has
 * settled, wait for none.
 */
function firstUnreplied(
  { inboundSeq, doneSeq = 0, settledSeq = 0 }: Pick<ConversationItem, 'inboundSeq' | 'doneSeq' | 'settledSeq'>,
  messages: readonly MessageItem[],
): MessageItem | undefined {
  const open = Math.max(0, inboundSeq - Math.max(doneSeq, settledSeq))
  const found: MessageItem[] = []
  let isUndelivered = false
  for (const message of messages) {
    if (message.direction === 'outbound') {
      if (message.status !== 'failed') break
      isUndelivered = true
    } else if (message.type !== 'reaction' && wasForAgent(message)) {
      if (message.answeredAt !== undefined && !isUndelivered) break
      found.push(message)
    }
  }
  return found.slice(0, open).at(-1)
}
