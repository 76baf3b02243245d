import type { ConversationItem } from '../../conversations/conversations/conversation-entity.ts'
import { readCredits } from './credits.ts'
import { NO_TOKENS, plus, readTokens, type Tokens } from './tokens.ts'
import type { TurnItem } from './turn-entity.ts'

export interface Cost extends Tokens {
  readonly credits: number
}

const NOTHING: Cost = { credits: 0, ...NO_TOKENS }

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
  const tokens = [...readTokens(turn.tokens).values()].reduce(plus, NO_TOKENS)
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
