import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { sinceReached } from '../../conversations/messages/unreached.ts'
import type { Judgement, NoReplyReason } from './judge-turn.ts'

type Read = Pick<MessageItem, 'id' | 'direction' | 'type' | 'status' | 'turnId' | 'answeredAt'>

/** Messages that a request of a person makes an agent answer at most. */
export const MOST_REQUESTED = 20

const REFUSALS: Readonly<Record<NoReplyReason, string>> = {
  routed_away: 'No agent answers this conversation. Connect an agent to its number, then try again.',
  no_agent: 'No agent is connected. Connect an agent to the number, then try again.',
  human_takeover: 'A person has taken the conversation over. Hand it back, then try again.',
  human_needed: 'The agent asked for a person and is silent. Hand the conversation back, then try again.',
  human_answered: 'A person has answered the customer.',
  other_agent_answers: 'Another agent on the number answers. Let your own agent reply, then try again.',
  window_closed: 'Only templates can be sent until the customer writes again. Send a template.',
}

/** `ids`: the messages to answer, newest first. `reason`: why there is nothing to do, and what to do instead. */
export type RequestDecision =
  | { readonly kind: 'start'; readonly ids: readonly [string, ...string[]] }
  | { readonly kind: 'refuse'; readonly reason: string }

/**
 * Decides which of the customer's messages an agent answers when a person asks for it: those since the last message to the
 * customer. `messages` are the latest of the conversation, newest first.
 */
export function judgeRequest(judgement: Judgement, hasAgent: boolean, messages: readonly Read[]): RequestDecision {
  if (judgement.kind === 'none') return { kind: 'refuse', reason: REFUSALS[judgement.reason] }
  if (!hasAgent) return { kind: 'refuse', reason: REFUSALS.no_agent }
  const [newest, ...earlier] = unansweredOf(messages).map(({ id }) => id)
  if (newest === undefined) return { kind: 'refuse', reason: 'No message of the customer waits for an answer.' }
  return { kind: 'start', ids: [newest, ...earlier] }
}

/** Returns the messages that nobody answered. A turn that ended without a reply answered none. */
function unansweredOf(messages: readonly Read[]): Read[] {
  return sinceReached(messages)
    .filter(({ id, turnId, answeredAt }) => answeredAt === undefined && (turnId === undefined || turnId === id))
    .slice(0, MOST_REQUESTED)
}
