import type { AgentUsage } from '@messaging/contract/dashboard/agent-usage.ts'
import type { Usage } from '@messaging/contract/usage.ts'
import { lastMonths } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { AgentCountEntity } from '../agent-count-entity.ts'
import { AgentEntity } from '../agent-entity.ts'
import { findAgentHead, withCounts } from '../find-agent.ts'
import { AgentMonthEntity } from './agent-month-entity.ts'
import { endedMonth } from './open-month.ts'
import { type Used, usdText, usedEver } from './used.ts'

const SHOWN_MONTHS = 12

/**
 * Returns what an agent has used since it was created, and in each of the last twelve months. At most eight read units. `now`
 * in milliseconds. @throws ServiceError 404
 */
export async function viewAgentUsage(organizationId: string, id: string, now: number): Promise<AgentUsage> {
  const head = await findAgentHead(organizationId, id)
  if (!head) throw notFound('agent')
  const months = lastMonths(now, SHOWN_MONTHS)
  const [{ data }, ended] = await Promise.all([
    AgentCountEntity.get({ organizationId, id }).go(),
    batchGet(
      months.map((month) => ({ organizationId, month, agentId: id })),
      (keys) => AgentMonthEntity.get(keys).go(),
    ),
  ])
  const { totalMessages: messages = 0, totalSessions: sessions = 0, credits = 0 } = withCounts(head, data)
  // A month that ended between the two reads is in both.
  const used = new Map([...(data ? endedMonth(head, data) : []), ...ended].map((each) => [each.month, each]))
  return {
    messages,
    sessions,
    credits,
    ...viewUsed(usedEver(data ?? {})),
    months: months.flatMap((month, index) => {
      const found = used.get(month) ?? (index === 0 ? usedEver({}) : undefined)
      return found ? [{ month, turns: found.turns, ...viewUsed(found) }] : []
    }),
  }
}

function viewUsed({ inputTokens, cachedTokens, outputTokens, voiceSeconds, microUsd }: Used) {
  return {
    inputTokens,
    cachedTokens,
    outputTokens,
    transcriptionSeconds: voiceSeconds,
    usd: microUsd / 1_000_000,
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
