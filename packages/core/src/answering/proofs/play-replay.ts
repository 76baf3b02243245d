import { MOST_TURNS, type ProofTurn, type ProvedConversation } from '@replywright/contract/proofs.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { joinSteps } from '../turns/earlier-steps.ts'
import { messageText } from '../turns/message-text.ts'
import { NO_TOKENS, plus, readTokens, type Tokens } from '../turns/turn-cost.ts'
import type { TurnItem } from '../turns/turn-entity.ts'
import type { TurnResultItem, TurnStepItem } from '../turns/turn-steps.ts'
import { compareCalls } from './compare-calls.ts'
import type { Period } from './load-conversation.ts'
import { type Play, restart } from './play.ts'
import { asksForHuman, type PlayedTurn, playTurn } from './play-turn.ts'
import { type ThenTurn, thenTurns } from './then-turns.ts'

/** What is stored of a real conversation: of the period, and of the time before and after it. */
export interface Recorded {
  readonly messages: readonly MessageItem[]
  readonly turns: readonly TurnItem[]
  readonly steps: readonly TurnStepItem[]
  readonly results: readonly TurnResultItem[]
}

/** The turns of a conversation that are played again. */
export interface ReplayPlan {
  readonly turns: readonly (ThenTurn & {
    /** The agent that began the turn then; undefined if it is not known. */
    readonly agentId: string | undefined
    /** What the agents used then. */
    readonly tokens: Tokens
  })[]
  /** The messages of the first session before these turns. */
  readonly before: readonly MessageItem[]
}

/** Plans the replay of a conversation: the turns whose messages the customer wrote in the period, at most 20. */
export function planReplay({ messages, turns, steps, results }: Recorded, { since, until }: Period): ReplayPlan {
  const isInside = ({ sentAt }: MessageItem) => sentAt >= since && sentAt <= until
  const inside = thenTurns(messages, steps, results)
    .filter((turn) => turn.messages.some(isInside))
    .slice(0, MOST_TURNS)
  const first = inside[0]?.messages[0]
  const begun = new Map(turns.map((turn) => [turn.id, turn]))
  const turnOf = ({ messages: own }: ThenTurn) => own.flatMap(({ id, turnId = id }) => begun.get(turnId) ?? []).at(-1)
  return {
    turns: inside.map((turn) => ({
      ...turn,
      agentId: turnOf(turn)?.agentId,
      tokens: [...readTokens(turnOf(turn)?.tokens).values()].reduce(plus, NO_TOKENS),
    })),
    before: first
      ? messages.filter(
          ({ takenAt, sessionId, id }) =>
            sessionId === first.sessionId &&
            takenAt <= first.takenAt &&
            id !== first.id &&
            !inside.some((turn) => turn.messages.some((own) => own.id === id)),
        )
      : [],
  }
}

type Played = Pick<ProvedConversation, 'turns' | 'calls' | 'handedOver' | 'changed' | 'stopped'> & {
  /** What the agents used then in the turns that were played. */
  readonly tokensThen: Tokens
}

/**
 * Plays the turns of a real conversation again. The messages of the customer are the same, and the agent reads its new
 * replies. A new session begins where one began then. It ends at a call at which the author wants it to stop.
 */
export async function playReplay(
  play: Play,
  { turns, before }: ReplayPlan,
  { steps, results }: Pick<Recorded, 'steps' | 'results'>,
  signal: AbortSignal,
): Promise<Played> {
  const shown: ProofTurn[] = []
  const made: ProvedConversation['calls']['made'] = []
  let session: string | undefined
  for (const [index, turn] of turns.entries()) {
    if (index === 0 || turn.sessionId !== session) {
      restart(play, turn.agentId ?? play.agentId)
      session = turn.sessionId
      if (index === 0) begin(play, before, steps, results)
    }
    const played = await playTurn(play, turn.messages, signal)
    made.push(...played.calls.map((call) => ({ ...call, turn: index })))
    shown.push(showTurn(turn, played, play.stoppedBy !== undefined))
    if (play.stoppedBy !== undefined) break
  }
  const compared = turns.slice(0, shown.length)
  const stopped =
    play.stoppedBy === undefined
      ? null
      : { turn: shown.length - 1, tool: play.stoppedBy, notPlayed: turns.length - shown.length }
  const calls = compareCalls(
    compared.flatMap((turn, index) => turn.calls.map((call) => ({ ...call, turn: index }))),
    made,
  )
  // Calls of then that would have followed the stop are not lost.
  const lost = calls.lost.filter(({ turn }) => turn !== stopped?.turn)
  const handedOver = { then: asksForHuman(compared.flatMap((turn) => turn.calls)), now: asksForHuman(made) }
  return {
    turns: shown,
    calls: { ...calls, lost },
    handedOver,
    changed: shown.some((turn) => turn.changed) || calls.added.length > 0 || lost.length > 0,
    stopped,
    tokensThen: compared.map(({ tokens }) => tokens).reduce(plus, NO_TOKENS),
  }
}

/** Begins with what was said and called in the session before the period. */
function begin(
  play: Play,
  before: readonly MessageItem[],
  steps: readonly TurnStepItem[],
  results: readonly TurnResultItem[],
): void {
  play.messages = before.map(({ out: _, ...message }) => message)
  play.hasAnswered = before.some(({ direction, role }) => direction === 'outbound' && role === 'assistant')
  const ids = new Set(before.map(({ id, turnId = id }) => turnId))
  const earlier = steps.filter(({ turnId }) => ids.has(turnId))
  play.earlier = joinSteps(earlier.toReversed(), results.toReversed(), { turnId: '', hasMoreResults: false })
}

/** Shows a turn side by side. A reply of a person then is no change of the agent, and a turn without an end is not compared. */
export function showTurn(
  { messages, agent, human }: Pick<ThenTurn, 'messages' | 'agent' | 'human'>,
  { now, problem, files }: Pick<PlayedTurn, 'now' | 'problem' | 'files'>,
  isStopped = false,
): ProofTurn {
  const said = agent.join('\n')
  const thenBy = agent.length > 0 ? 'agent' : human.length > 0 ? 'human' : null
  return {
    customer: messages.map(messageText).join('\n'),
    then: [...agent, ...human].join('\n'),
    now,
    thenBy,
    changed: !isStopped && thenBy !== 'human' && said.trim() !== now.trim(),
    problem,
    files: [...files],
  }
}
