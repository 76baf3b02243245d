import { entity, key } from '../../platform/table/entity.ts'
import { CONFLICT_TRIES, retryConflict, transact } from '../../platform/table/transact.ts'
import { AgentCountEntity, type AgentCountItem, type AgentItem } from '../agent-entity.ts'
import { findAgentHead } from '../find-agent.ts'
import { usedEver, usedInMonth } from './used.ts'

/**
 * What an agent used in a past month, or until it was deleted. The current month is in `AgentCountEntity`. Access: all of an
 * organisation in a month. No expiry: one small item for each agent and month.
 */
export const AgentMonthEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'agentMonth', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** `YYYY-MM`, in UTC. */
    month: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    /** The name at the end. The agent may be deleted since. */
    agentName: { type: 'string', required: true },
    turns: { type: 'number', required: true },
    inputTokens: { type: 'number', required: true },
    cachedTokens: { type: 'number', required: true },
    outputTokens: { type: 'number', required: true },
    voiceSeconds: { type: 'number', required: true },
    savedMessages: { type: 'number' },
    /** Millionths of a USD, as far as prices are known. */
    microUsd: { type: 'number', required: true },
  },
  indexes: {
    byMonth: { pk: key('pk', 'usage#${organizationId}#${month}'), sk: key('sk', '${agentId}') },
  },
}))

/**
 * Lets an agent's counters count for `month`: stores what it used in their month before, or creates them. Returns false
 * if there is no such agent. Needed once for each agent and month, so that a turn writes no item for the month.
 */
export async function openMonth(organizationId: string, id: string, month: string): Promise<boolean> {
  return await retryConflict(CONFLICT_TRIES, 'The agent is used concurrently. Try again.', async () => {
    const head = await findAgentHead(organizationId, id)
    if (!head) return false
    const { data: count } = await AgentCountEntity.get({ organizationId, id }).go({ consistent: true })
    if (!count) {
      const { rejected } = await AgentCountEntity.create({ organizationId, id, month }).go({
        returnOnConditionCheckFailure: true,
      })
      return rejected ? undefined : true
    }
    if (count.month !== undefined && count.month >= month) return true
    const isWritten = await transact({ counts: AgentCountEntity, months: AgentMonthEntity }, ({ counts, months }) => [
      counts
        .patch({ organizationId, id })
        .set({ month, monthStart: usedEver(count) })
        .where(unchangedSince(count))
        .commit(),
      ...endedMonth(head, count).map((ended) => months.put(ended).commit()),
    ])
    return isWritten || undefined
  })
}

/** Returns the item of the month of an agent's counters; none if it used nothing. */
export function endedMonth(
  { organizationId, name }: Pick<AgentItem, 'organizationId' | 'name'>,
  count: AgentCountItem,
) {
  const used = usedInMonth(count)
  if (count.month === undefined || (used.turns === 0 && used.inputTokens === 0)) return []
  return [{ organizationId, agentId: count.id, agentName: name, month: count.month, ...used }]
}

type Condition = Parameters<ReturnType<typeof AgentCountEntity.remove>['where']>[0]

/** Returns a condition: no turn was counted since the counters were read. Each turn raises `turns`. */
export function unchangedSince({ turns, month }: AgentCountItem): Condition {
  return (stored, { eq, notExists }) =>
    [
      turns === undefined ? notExists(stored.turns) : eq(stored.turns, turns),
      month === undefined ? notExists(stored.month) : eq(stored.month, month),
    ].join(' AND ')
}
