import {
  addCredits,
  addTokens,
  type Cost,
  NO_TOKENS,
  NOTHING,
  plus,
  readCredits,
  readTokens,
  type Tokens,
} from './turn-cost.ts'
import type { TurnItem } from './turn-entity.ts'
import type { StepCost } from './turn-steps.ts'

/** What a turn adds to the counters of an agent. */
export interface AgentCount extends Cost {
  readonly agentId: string
  /** 0 if the turn was counted before, when it failed. */
  readonly turns: number
  readonly messages: number
  readonly sessions: number
  /** Messages that its packed reply saved. */
  readonly savedMessages?: number
}

type Used = Pick<TurnItem, 'credits' | 'tokens'>

/** What a round of a turn used, by agent. */
interface RoundCost {
  readonly credits: ReadonlyMap<string, number>
  readonly tokens: ReadonlyMap<string, Tokens>
}

/** Returns what steps used. */
export function usedIn(steps: readonly StepCost[]): RoundCost {
  const credits = new Map<string, number>()
  const tokens = new Map<string, Tokens>()
  for (const step of steps) {
    for (const { creditCost } of step.results)
      if (creditCost !== 0) credits.set(step.agentId, (credits.get(step.agentId) ?? 0) + creditCost)
    tokens.set(step.agentId, plus(tokens.get(step.agentId) ?? NO_TOKENS, step.tokens))
  }
  return { credits, tokens }
}

/** Returns what the rounds of a turn have used, with those of the last one. */
export function usedBy({ credits, tokens }: Used, round: RoundCost): Used {
  return { credits: addCredits(credits, round.credits), tokens: addTokens(tokens, round.tokens) }
}

/**
 * Returns what each agent of a turn used, without what is counted already, and the messages and sessions of the agent
 * that answered.
 */
export function countTurn(
  turn: Used & Pick<TurnItem, 'countedCredits' | 'countedTokens'>,
  spoke?: {
    readonly agentId: string
    readonly messages: number
    readonly sessions: number
    readonly savedMessages?: number
  },
): AgentCount[] {
  const used = costsOf(turn)
  const counted = costsOf({ credits: turn.countedCredits, tokens: turn.countedTokens })
  const agentIds = new Set([...used.keys(), ...(spoke && spoke.messages > 0 ? [spoke.agentId] : [])])
  return [...agentIds].map((agentId) => {
    const { messages, sessions, savedMessages = 0 } = agentId === spoke?.agentId ? spoke : { messages: 0, sessions: 0 }
    const [cost, before] = [used.get(agentId) ?? NOTHING, counted.get(agentId)]
    const saved = savedMessages > 0 && { savedMessages }
    return { agentId, turns: before ? 0 : 1, messages, sessions, ...saved, ...(before ? minus(cost, before) : cost) }
  })
}

function costsOf({ credits, tokens }: Used): ReadonlyMap<string, Cost> {
  const [used, read] = [readCredits(credits), readTokens(tokens)]
  const agentIds = new Set([...used.keys(), ...read.keys()])
  return new Map(
    [...agentIds].map((id) => [id, { credits: used.get(id) ?? 0, ...(read.get(id) ?? NO_TOKENS) }] as const),
  )
}

function minus(cost: Cost, before: Cost): Cost {
  const { credits, inputTokens, outputTokens, cachedTokens = 0, microUsd = 0, voiceSeconds = 0 } = before
  return {
    credits: cost.credits - credits,
    ...plus(cost, {
      inputTokens: -inputTokens,
      outputTokens: -outputTokens,
      cachedTokens: -cachedTokens,
      microUsd: -microUsd,
      voiceSeconds: -voiceSeconds,
    }),
  }
}
