import { derivedId } from '../../platform/clock.ts'

/** What a number's change of routing that applies to existing conversations leaves behind. */
export interface NumberEpoch {
  readonly epoch?: number
  readonly epochAgentId?: string
}

export interface Session {
  readonly id: string
  readonly numberEpoch?: number
  readonly agentId?: string
  readonly sessionId: string
}

/**
 * A conversation with the agent and session in force now: its own, unless they were chosen before the number's epoch. Then
 * the agent is the one of the epoch, or nobody, in a new session. So a change of routing applies to any number of
 * conversations at once without rewriting them (spec, States: number-level operations).
 */
export function sessionInForce<Conversation extends Session>(
  { epoch = 0, epochAgentId }: NumberEpoch,
  conversation: Conversation,
): Conversation | (Omit<Conversation, keyof Session> & Session) {
  if ((conversation.numberEpoch ?? 0) >= epoch) return conversation
  const sessionId = derivedId('session', conversation.id, String(epoch))
  return { ...conversation, numberEpoch: epoch, agentId: epochAgentId, sessionId }
}
