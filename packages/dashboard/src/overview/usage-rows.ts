import type { Usage } from '@replywright/contract/usage.ts'

type Agent = Usage['agents'][number]

/** A row of the costs by agent. Without `agentId` it is the sum of deleted agents, which have no page. */
export type UsageRow = Omit<Agent, 'agentId' | 'deleted'> & { readonly agentId: string | undefined }

/** Returns a row for each agent, and a last one for all deleted agents. */
export function usageRows(agents: readonly Agent[]): readonly UsageRow[] {
  const deleted = agents.filter((each) => each.deleted)
  const [first, ...others] = deleted
  const kept = agents.filter((each) => !each.deleted)
  if (!first) return kept
  const agentName = `${deleted.length} deleted ${deleted.length === 1 ? 'agent' : 'agents'}`
  return [...kept, { ...others.reduce(sumOf, first), agentId: undefined, agentName }]
}

function sumOf(one: Agent, other: Agent): Agent {
  return {
    ...one,
    turns: one.turns + other.turns,
    messages: one.messages + other.messages,
    savedMessages: one.savedMessages + other.savedMessages,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    transcriptionSeconds: one.transcriptionSeconds + other.transcriptionSeconds,
    usd: {
      provider: addKnown(one.usd.provider, other.usd.provider),
      model: add(one.usd.model, other.usd.model),
      aws: add(one.usd.aws, other.usd.aws),
    },
  }
}

/** Prices are decimals with six places. */
function add(one: string, other: string): string {
  return (Number(one) + Number(other)).toFixed(6)
}

function addKnown(one: string | null, other: string | null): string | null {
  return one === null || other === null ? (one ?? other) : add(one, other)
}
