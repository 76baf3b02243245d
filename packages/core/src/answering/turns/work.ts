import type { StoredAgent } from '../../agents/agents/find-agent.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transcript } from './build-history.ts'
import type { Said } from './converse.ts'
import type { TurnCause } from './turn-cause.ts'
import type { TurnItem } from './turn-entity.ts'
import type { StoredStep } from './turn-steps.ts'

/** A turn under way. */
export interface Work {
  readonly turn: TurnItem
  readonly cause: TurnCause
  /** What an agent that was woken up is told after the conversation. */
  readonly instruction: string | undefined
  readonly chat: Chat
  /** The agent that the round begins with. */
  readonly agent: StoredAgent
  readonly transcript: Transcript
  /** What the round has said and done so far. */
  readonly steps: readonly StoredStep[]
  /** Ends with the turn's deadline. */
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Whether the reply was made just now, so that no message of it can be stored yet. */
  readonly isFresh?: boolean
  /** How it was made, for the log; absent for one that was stored. */
  readonly said?: Said
}

/** Whether the agent has said nothing yet in the session. */
export function startsSession({ chat, turn }: Pick<Work, 'chat' | 'turn'>): boolean {
  return chat.conversation.answeredSession !== turn.sessionId
}
