import type { StoredAgent } from '../../agents/find-agent.ts'
import type { Chat } from '../../conversations/conversations.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transcript } from './build-history.ts'
import type { EarlierStep } from './earlier-steps.ts'
import type { ReplyDraft } from './run-model-loop.ts'
import type { TurnItem } from './turn-entity.ts'
import type { TurnOrigin } from './turn-origin.ts'
import type { StoredStep } from './turn-steps.ts'

export interface TurnRun {
  readonly turn: TurnItem
  readonly origin: TurnOrigin
  /** The instruction of a wake-up for the model. */
  readonly instruction: string | undefined
  /** Whether the agent must write: to a customer's message always, to a wake-up if its config forces a message. */
  readonly mustWrite: boolean
  readonly chat: Chat
  /** The agent that starts the round. */
  readonly agent: StoredAgent
  readonly transcript: Transcript
  /** The tool calls of earlier turns of the session. */
  readonly earlier: readonly EarlierStep[]
  /** The stored steps of the round. */
  readonly steps: readonly StoredStep[]
  /** Aborts at the turn's deadline. */
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Whether the reply was created in this call, so that none of its messages can be stored yet. */
  readonly isFresh?: boolean
  /** How the reply was created, for the log; absent if it was stored. */
  readonly draft?: ReplyDraft
}

/** Returns whether the agent has not answered in the session yet. */
export function startsSession({
  chat,
  turn,
}: {
  readonly chat: { readonly conversation: Pick<Chat['conversation'], 'answeredSession'> }
  readonly turn: Pick<TurnItem, 'sessionId'>
}): boolean {
  return chat.conversation.answeredSession !== turn.sessionId
}
