import { findAgentHead } from '../../agents/agents/find-agent.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { derivedId } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import type { MessageItem } from '../messages/message-entity.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'

const CONNECT = /^\s*\/connect:(\S+)\s*$/

/** What a customer writes on a sandbox number to talk to an agent. */
export function connectText(agentId: string): string {
  return `/connect:${agentId}`
}

/** The agent that a message on a sandbox number asks for, which need not exist; undefined when it asks for none. */
export function wantedAgent(
  { sandbox }: Pick<NumberItem, 'sandbox'>,
  { type, text }: Pick<MessageItem, 'type' | 'text'>,
): string | undefined {
  return sandbox && type === 'text' ? CONNECT.exec(text)?.[1] : undefined
}

/**
 * Connects a conversation on a sandbox number to the agent that `message` asks for, in a session of its own; nothing happens
 * when the organisation has no such agent. Twice is as once: the session follows from the message, and only the
 * conversation's last one counts.
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
    .where(({ lastMessageId }, { eq }) => eq(lastMessageId, message.id))
    .go({ returnOnConditionCheckFailure: true })
  if (!rejected) log('conversation.connected', { organizationId, conversationId: id, agentId })
}
