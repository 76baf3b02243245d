import type { Step } from '../../agents/models/generate-step.ts'
import { findPrice, microUsdOf } from '../../agents/models/prices.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import type { TurnItem } from './turn-entity.ts'

/** Tokens that a model read and wrote. */
export interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
  /** The input tokens that were read from a cache; absent in earlier items. */
  readonly cachedTokens?: number | undefined
  /** Their price in millionths of a USD; absent if it is not known. */
  readonly microUsd?: number | undefined
  /** Seconds of voice messages that were transcribed for the model; absent for none. */
  readonly voiceSeconds?: number | undefined
}

export const NO_TOKENS: Tokens = { inputTokens: 0, outputTokens: 0 }

export function plus(one: Tokens, other: Tokens): Tokens {
  const cachedTokens = (one.cachedTokens ?? 0) + (other.cachedTokens ?? 0)
  const microUsd = (one.microUsd ?? 0) + (other.microUsd ?? 0)
  const voiceSeconds = (one.voiceSeconds ?? 0) + (other.voiceSeconds ?? 0)
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    // Absent instead of zero, to keep items small.
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(microUsd > 0 && { microUsd }),
    ...(voiceSeconds > 0 && { voiceSeconds }),
  }
}

/** Returns the tokens of one call of a model with their price, if the model's prices are known. */
export function pricedTokens({ model, usage }: Pick<Step, 'usage'> & { readonly model: string }): Tokens {
  const price = findPrice(model)
  return { ...usage, ...(price && { microUsd: microUsdOf(price, usage) }) }
}

/** Returns the price of tokens in USD. */
export function usdOf({ microUsd = 0 }: Pick<Tokens, 'microUsd'>): number {
  return microUsd / 1_000_000
}

export interface Cost extends Tokens {
  readonly credits: number
}

export const NOTHING: Cost = { credits: 0, ...NO_TOKENS }

/** Stored ids are cut to their random end, to keep the conversation below 1 KB: one write unit. */
const endOf = (id: string) => id.slice(-12)

type Counted = Pick<TurnItem, 'id' | 'sessionId' | 'credits' | 'tokens'>

/**
 * Returns the cost of a conversation and its session after a turn. Idempotent: a turn that was counted before changes
 * nothing. Turns of a conversation run one at a time, so only the last one can be repeated.
 */
export function costAfter(cost: ConversationItem['cost'], turn: Counted): NonNullable<ConversationItem['cost']> {
  const [turnId, sessionId] = [endOf(turn.id), endOf(turn.sessionId)]
  if (cost?.turnId === turnId) return cost
  const credits = [...readCredits(turn.credits).values()].reduce((sum, each) => sum + each, 0)
  const { voiceSeconds: _, ...tokens } = [...readTokens(turn.tokens).values()].reduce(plus, NO_TOKENS)
  const add = (before: Cost) => ({ credits: before.credits + credits, ...plus(before, tokens) })
  return {
    turnId,
    sessionId,
    session: add(cost?.sessionId === sessionId ? cost.session : NOTHING),
    total: add(cost?.total ?? NOTHING),
  }
}

/** Returns the cost of a conversation and of its current session. */
export function costOf({ cost, sessionId }: Pick<ConversationItem, 'cost' | 'sessionId'>): {
  readonly session: Cost
  readonly total: Cost
} {
  return { session: cost?.sessionId === endOf(sessionId) ? cost.session : NOTHING, total: cost?.total ?? NOTHING }
}

/** Returns the cost of a conversation and of its current session as the dashboard shows it. */
export function viewCost(conversation: Pick<ConversationItem, 'cost' | 'sessionId'>) {
  const { session, total } = costOf(conversation)
  const view = ({ credits, inputTokens, outputTokens, microUsd }: Cost) => ({
    credits,
    inputTokens,
    outputTokens,
    usd: usdOf({ microUsd }),
  })
  return { session: view(session), total: view(total) }
}

/** Parses stored tokens: JSON by agent, undefined for none. */
export function readTokens(stored: string | undefined): ReadonlyMap<string, Tokens> {
  const tokens: Readonly<Record<string, Tokens>> = JSON.parse(stored ?? '{}')
  return new Map(Object.entries(tokens))
}

/** Returns the price of stored tokens in millionths of a USD, as far as it is known. */
export function microUsdIn(stored: string | undefined): number {
  return [...readTokens(stored).values()].reduce(plus, NO_TOKENS).microUsd ?? 0
}

/** Returns the stored tokens plus those of a round, in the stored form. */
export function addTokens(stored: string | undefined, more: ReadonlyMap<string, Tokens>): string | undefined {
  if (more.size === 0) return stored
  const sum = new Map(readTokens(stored))
  for (const [agentId, tokens] of more) sum.set(agentId, plus(sum.get(agentId) ?? NO_TOKENS, tokens))
  return JSON.stringify(Object.fromEntries(sum))
}

/** Parses stored credits: JSON by agent, undefined for none. */
export function readCredits(stored: string | undefined): ReadonlyMap<string, number> {
  const credits: Readonly<Record<string, number>> = JSON.parse(stored ?? '{}')
  return new Map(Object.entries(credits))
}

/** Returns the stored credits plus those of a round, in the stored form. */
export function addCredits(stored: string | undefined, more: ReadonlyMap<string, number>): string | undefined {
  if (more.size === 0) return stored
  const sum = new Map(readCredits(stored))
  for (const [agentId, credits] of more) sum.set(agentId, (sum.get(agentId) ?? 0) + credits)
  return JSON.stringify(Object.fromEntries(sum))
}
