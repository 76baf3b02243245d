import type { ToolChoice } from '@replywright/contract/proof-fields.ts'
import type { ProofCall } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import type { Chat } from '../../conversations/conversations.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import type { Memory } from '../memory/memory-store.ts'
import type { ToolResults } from '../sandbox/trial-tools.ts'
import type { EarlierStep } from '../turns/earlier-steps.ts'
import { NO_TOKENS, plus, type Tokens } from '../turns/turn-cost.ts'
import type { Recording } from './recorded-results.ts'

/** Where the result of a call came from. */
export type ResultSource = ProofCall['result']

/** How tools of a proof get their results. */
export interface ToolPolicy {
  /** Results by tool name. Such a tool is not called. */
  readonly canned: ToolResults
  /** The calls of the real conversation; empty for a customer who does not exist. */
  readonly recording: Recording
  /** Names of the recorded calls. */
  readonly recordedNames: readonly string[]
  /** What a tool returns for a call without a recorded result, by its name; `*` for any other tool. */
  readonly choices: ReadonlyMap<string, ToolChoice>
}

/** The choice for tools without one of their own. */
export const ANY_TOOL = '*'

/** A conversation that is played. It is in memory only: nothing of it is stored or sent. */
export interface Play {
  readonly chat: Chat
  readonly policy: ToolPolicy
  /** Returns an agent by its id: the proved one with its draft. Null if it was deleted. */
  readonly findAgent: (agentId: string) => Promise<StoredAgent | null>
  /** The messages of the session so far. */
  messages: MessageItem[]
  /** The tool calls of the session so far. */
  earlier: EarlierStep[]
  /** Values as JSON by the id of the memory key, for each agent. */
  readonly memory: Map<string, Memory>
  /** Wake-ups that agents scheduled. */
  wakeUps: { readonly id: string; readonly configId: string; readonly reason: string; readonly fireAt: EpochMs }[]
  /** The agent in force. */
  agentId: string
  /** Whether the agent has written in the session. */
  hasAnswered: boolean
  /** Whether the agent asked for a person. It is then silent. */
  isHandedOver: boolean
  /** What models used. */
  tokens: Tokens
  /** Sources of results, by the id of the call. */
  readonly sources: Map<string, ResultSource>
  /** The tool at whose call the conversation ends, because no result of it was recorded. */
  stoppedBy: string | undefined
}

/** Starts a conversation with an agent. */
export function startPlay(
  start: Pick<Play, 'chat' | 'policy' | 'findAgent' | 'agentId'> & { readonly memory?: ReadonlyMap<string, Memory> },
): Play {
  return {
    ...start,
    messages: [],
    earlier: [],
    memory: new Map(start.memory),
    wakeUps: [],
    hasAnswered: false,
    isHandedOver: false,
    tokens: NO_TOKENS,
    sources: new Map(),
    stoppedBy: undefined,
  }
}

/** Starts another session: without the earlier messages. */
export function restart(play: Play, agentId: string): void {
  play.messages = []
  play.earlier = []
  play.agentId = agentId
  play.hasAnswered = false
  play.isHandedOver = false
}

/** Adds what a model used. */
export function spend(play: Pick<Play, 'tokens'>, tokens: Tokens): void {
  play.tokens = plus(play.tokens, tokens)
}
