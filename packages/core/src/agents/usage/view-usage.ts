import type { AgentUsage } from '@messaging/contract/dashboard/agent-usage.ts'
import type { Usage } from '@messaging/contract/usage.ts'
import { monthOf } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { AgentCountEntity } from '../agent-count-entity.ts'
import { AgentEntity } from '../agent-entity.ts'
import { findAgentHead, withCounts } from '../find-agent.ts'
import { AgentMonthEntity } from './agent-month-entity.ts'
import { endedMonth } from './open-month.ts'
import { usdText, usedEver, usedInMonth } from './used.ts'

/** Returns what an agent has used since it was created. Two read units. `now` in milliseconds. @throws ServiceError 404 */
export async function viewAgentUsage(organizationId: string, id: string, now: number): Promise<AgentUsage> {
  const head = await findAgentHead(organizationId, id)
  if (!head) throw notFound('agent')
  const { data } = await AgentCountEntity.get({ organizationId, id }).go()
  const { totalMessages: messages = 0, totalSessions: sessions = 0, credits = 0 } = withCounts(head, data)
  const { inputTokens, outputTokens, cachedTokens, microUsd } = usedEver(data ?? {})
  const ofMonth = data?.month === monthOf(now) ? usedInMonth(data).microUsd : 0
  return {
    messages,
    sessions,
    credits,
    inputTokens,
    outputTokens,
    cachedTokens,
    usd: microUsd / 1_000_000,
    monthUsd: ofMonth / 1_000_000,
  }
}

/**
 * Returns what the agents of an organisation used in a month (`YYYY-MM`, UTC), the most expensive first. Reads the counters of
 * all agents: half a read unit each.
 */
export async function viewUsage(organizationId: string, month: string): Promise<Usage> {
  const [{ data: ended }, { data: heads }] = await Promise.all([
    AgentMonthEntity.query.byMonth({ organizationId, month }).go({ pages: 'all' }),
    AgentEntity.query.byOrganization({ organizationId }).go({ pages: 'all' }),
  ])
  const counts = await batchGet(
    heads.map(({ id }) => ({ organizationId, id })),
    (keys) => AgentCountEntity.get(keys).go(),
  )
  const countById = new Map(counts.map((count) => [count.id, count]))
  const current = heads.flatMap((head) => {
    const count = countById.get(head.id)
    return count?.month === month ? endedMonth(head, count) : []
  })
  // A month that ended between the two reads is in both.
  const used = [...new Map([...current, ...ended].map((each) => [each.agentId, each])).values()]
  return {
    month,
    usd: usdText(used.reduce((sum, { microUsd }) => sum + microUsd, 0)),
    agents: used
      .toSorted((one, other) => other.microUsd - one.microUsd)
      .map(({ agentId, agentName, turns, inputTokens, cachedTokens, outputTokens, voiceSeconds, microUsd }) => ({
        agentId,
        agentName,
        turns,
        inputTokens,
        cachedTokens,
        outputTokens,
        transcriptionSeconds: voiceSeconds,
        usd: usdText(microUsd),
      })),
  }
}
