import type { AgentTurn, ToolCall } from '@replywright/contract/dashboard/tool-calls.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { NO_TOKENS, plus, readTokens, usdOf } from './turn-cost.ts'
import { TurnEntity, type TurnItem, turnStatus } from './turn-entity.ts'
import { readResult, readStep, type StoredStep, TurnResultEntity, TurnStepEntity } from './turn-steps.ts'

const TURNS = 20
const LONGEST_RESULT = 4000
/** The data tags for the model. */
const MARKS = /^<data [^>]*>|<\/data>$/g
/** Sorts after every step of a turn. */
const LAST = { round: 99, step: 99 }

/** Returns the latest turns in a conversation with their tool calls, at most 20, oldest first. Uses three queries. */
export async function viewTurns({
  organizationId,
  id: conversationId,
}: Pick<ConversationItem, 'organizationId' | 'id'>): Promise<{ turns: AgentTurn[]; items: TurnItem[] }> {
  const key = { organizationId, conversationId }
  const { data } = await TurnEntity.query.byId(key).go({ order: 'desc', limit: TURNS, consistent: true })
  const items = data.toReversed()
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last) return { turns: [], items: [] }
  const [from, to] = [{ turnId: first.id }, { turnId: last.id, ...LAST }]
  const [steps, results] = await Promise.all([
    TurnStepEntity.query.byTurn(key).between(from, to).go({ pages: 'all', consistent: true }),
    TurnResultEntity.query
      .byTurn(key)
      .between(from, { ...to, index: 99 })
      .go({ pages: 'all', consistent: true }),
  ])
  const turns = items.map((turn) => {
    const ofTurn = ({ turnId, round }: { readonly turnId: string; readonly round: number }) =>
      turnId === turn.id && round === turn.round
    const stored = steps.data.filter(ofTurn).map((step) => ({
      ...readStep(step),
      results: results.data.filter((result) => ofTurn(result) && result.step === step.step).map(readResult),
    }))
    return turnView(turn, stored)
  })
  return { turns, items }
}

export function turnView(turn: TurnItem, steps: readonly StoredStep[]): AgentTurn {
  const { id, covers, startedAt, reply, tries, agentId, speakerId, model } = turn
  const used = [...readTokens(turn.tokens).values()].reduce(plus, NO_TOKENS)
  // The end of a turn is written shortly after its reply, unless sending has failed.
  const status = turn.status === 'open' && reply !== undefined && tries === 0 ? 'answered' : turnStatus(turn)
  return {
    id,
    messageIds: covers,
    status,
    startedAt: isoTime(startedAt),
    failedAt: timeOrNull(turn.failedAt),
    toolCalls: steps.flatMap(callsOf),
    agentIds: distinct([agentId, ...steps.map((step) => step.agentId), speakerId]),
    models: distinct([...steps.map((step) => step.model), model]),
    inputTokens: used.inputTokens,
    outputTokens: used.outputTokens,
    cachedTokens: used.cachedTokens ?? 0,
    usd: usdOf(used),
  }
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))]
}

function callsOf({ agentId, reply, results }: StoredStep): ToolCall[] {
  return reply.toolCalls.map(({ name, args }, index) => {
    const stored = results.find((result) => result.index === index)
    return {
      name,
      arguments: JSON.stringify(args),
      result: stored ? cut(stored.result.text.replace(MARKS, '')) : null,
      ran: stored?.ran ?? false,
      agentId,
    }
  })
}

function cut(text: string): string {
  return text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}…` : text
}
