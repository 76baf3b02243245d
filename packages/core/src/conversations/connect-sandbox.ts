import { findAgentHead } from '../agents/find-agent.ts'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { derivedId } from '../platform/clock.ts'
import { log } from '../platform/log/log.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import type { MessageItem } from './messages/message-entity.ts'
import { WAITING_ENTRY } from './waiting-entry.ts'

const CONNECT = /^\s*\/connect:(\S+)\s*$/

/** Returns the text with which a customer on a sandbox number connects to an agent. */
export function connectText(agentId: string): string {
  return `/connect:${agentId}`
}

/** Returns the id of the agent, which may not exist, that a message on a sandbox number requests; or undefined. */
export function wantedAgent(
  { sandbox }: Pick<NumberItem, 'sandbox'>,
  { type, text }: Pick<MessageItem, 'type' | 'text'>,
): string | undefined {
  return sandbox && type === 'text' ? CONNECT.exec(text)?.[1] : undefined
}

/**
 * Connects a sandbox conversation to the agent that `message` requests, if it exists, in a new session, which does not
 * wait for a person. It is idempotent: the session derives from the message, and only the last message of the conversation counts.
 */
export async function connectSandbox(
  { organizationId, id, numberEpoch = 0 }: ConversationItem,
  message: Pick<MessageItem, 'id'>,
  agentId: string,
): Promise<void> {
  if (!(await findAgentHead(organizationId, agentId))) return
  const sessionId = derivedId('session', id, message.id)
  const { rejected } = await ConversationEntity.patch({ organizationId, id })
    .set({ agentId, numberEpoch, sessionId })
    .remove(['handoff', 'humanNeededSince', ...WAITING_ENTRY])
    .where(({ lastMessageId }, { eq }) => eq(lastMessageId, message.id))
    .go({ returnOnConditionCheckFailure: true })
  if (!rejected) log('conversation.connected', { organizationId, conversationId: id, agentId })
}
