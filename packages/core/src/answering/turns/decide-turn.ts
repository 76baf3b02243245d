import type { EpochMs } from '@replywright/contract/time.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { judgeWakeUp, type Obsolete, retryWakeUpAfter } from '../wake-ups/judge-wake-up.ts'
import type { WakeUpItem } from '../wake-ups/wake-up-entity.ts'
import type { Judgement, NoReplyReason } from './judge-turn.ts'
import { type TurnItem, turnStatus } from './turn-entity.ts'

/** Why a turn ends without a reply. Its message counts as seen. */
export type SkipReason = NoReplyReason | Obsolete

type Stored = Pick<TurnItem, 'status' | 'handoff' | 'reply' | 'runs'>
type Since = Pick<ConversationItem, 'lastMessageId' | 'inboundTakenAt'>

export interface OpeningFacts {
  readonly judgement: Judgement
  readonly turn: Stored | null
  readonly wakeUp: WakeUpItem | undefined
  readonly conversation: Since
  /** Whether the provider refuses replies of the number. */
  readonly isRestricted: boolean
  readonly now: EpochMs
}

/** `end`: a later turn answers the message. `hold`: a later turn answers it, and a person is asked for. */
export type OpeningDecision =
  | { readonly kind: 'continue' }
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'hold' }
  | { readonly kind: 'end' }

/** Decides about a turn before the agent and the transcript are read (decisions, Agent turns). */
export function decideOpening(facts: OpeningFacts): OpeningDecision {
  const { judgement, turn, wakeUp, conversation, isRestricted, now } = facts
  if (judgement.kind === 'none') {
    // A turn that was interrupted after it had paused its agent still ends.
    const hasPaused = judgement.reason === 'human_needed' && turn?.handoff !== undefined
    return hasPaused ? { kind: 'continue' } : { kind: 'skip', reason: judgement.reason }
  }
  if (judgement.kind === 'later') {
    if (turn) return { kind: 'continue' }
    const seconds = wakeUp && retryWakeUpAfter(wakeUp, conversation, judgement.until - now)
    return seconds === undefined ? { kind: 'end' } : { kind: 'wait', seconds }
  }
  // A turn whose reply was sent in part continues: its end is stored.
  return { kind: isRestricted && turn?.reply === undefined ? 'hold' : 'continue' }
}

export interface ReplyFacts {
  readonly turn: Stored | null
  /** The customer's message as the transcript has it; undefined for a wake-up, or if it was deleted. */
  readonly question: Pick<MessageItem, 'out' | 'turnId'> | undefined
  readonly wakeUp: WakeUpItem | undefined
  readonly conversation: Since
  /** The agent that started the turn, if it stored steps, and the one in force now. */
  readonly begun: StoredAgent | null
  readonly inForce: StoredAgent | null
  /** The limit that the agent has reached, unless it has begun. */
  readonly limit: string | undefined
}

/** `hand-over`: a person is asked for, and the message stays unanswered. `fail`: the worker died in each run. */
export type ReplyDecision =
  | {
      readonly kind: 'reply'
      readonly agent: StoredAgent
      /** For a wake-up; absent for a message. */
      readonly instruction?: string
      readonly mustWrite: boolean
    }
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | { readonly kind: 'hand-over'; readonly reason: string }
  | { readonly kind: 'fail' }
  | { readonly kind: 'end' }

/** Runs of a turn in which its worker may die before there is a reply, besides the first one. */
export const MOST_RUNS = 5

/** Decides whether the agent replies, when all is known. */
export function decideReply(facts: ReplyFacts): ReplyDecision {
  const { turn, question, wakeUp, conversation, begun, inForce, limit } = facts
  // The end of a turn removes `out`.
  if (question && !awaitsAnswer(question))
    return question.out ? { kind: 'skip', reason: 'human_answered' } : { kind: 'end' }
  // An interrupted turn continues with the agent that started it.
  const agent = begun ?? inForce
  if (!agent) return { kind: 'skip', reason: 'no_agent' }
  const { wakeUpConfigs } = agent.settings
  // What an interrupted turn of a wake-up said itself is no reason to drop it.
  const woken = wakeUp && judgeWakeUp(wakeUp, begun ? wakeUp : conversation, { id: agent.head.id, wakeUpConfigs })
  if (woken?.kind === 'drop') return { kind: 'skip', reason: woken.reason }
  if (limit !== undefined) return { kind: 'hand-over', reason: limit }
  const isUnanswered = turn !== null && turnStatus(turn) === 'open' && turn.reply === undefined
  if (isUnanswered && (turn.runs ?? 0) >= MOST_RUNS) return { kind: 'fail' }
  return {
    kind: 'reply',
    agent,
    ...(woken && { instruction: woken.instruction }),
    mustWrite: woken?.mustWrite ?? true,
  }
}
