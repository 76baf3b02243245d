import { derivedId } from '../../platform/clock.ts'

/** The epoch of a number, raised by a routing change that applies to existing conversations. */
interface NumberEpoch {
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
 * Returns a conversation with its effective agent and session. They are its own unless they were chosen before the
 * epoch of the number. Then the agent is that of the epoch, or none, in a new session. One write therefore applies a
 * routing change to any number of conversations (spec, States: number-level operations).
 */
export function sessionInForce<Conversation extends Session>(
  { epoch = 0, epochAgentId }: NumberEpoch,
  conversation: Conversation,
): Conversation | (Omit<Conversation, keyof Session> & Session) {
  if ((conversation.numberEpoch ?? 0) >= epoch) return conversation
  const sessionId = derivedId('session', conversation.id, String(epoch))
  return { ...conversation, numberEpoch: epoch, agentId: epochAgentId, sessionId }
}
