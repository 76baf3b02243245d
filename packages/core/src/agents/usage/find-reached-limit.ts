import { mailLimit, type UsedLimit } from '../../people/notices/mail-limit.ts'
import { UsageLimitEntity } from '../../people/organizations/usage-limit-entity.ts'
import { monthOf } from '../../platform/clock.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { AgentCountEntity } from '../agent-count-entity.ts'
import type { StoredAgent } from '../find-agent.ts'
import { judgeLimit } from './judge-limit.ts'
import { usedInMonth } from './used.ts'
import { viewUsage } from './view-usage.ts'

/** What an agent or an organisation may use and has used in a month, and the limit about which members were mailed. */
interface Use {
  readonly limitUsd: number | null
  readonly microUsd: number
  readonly warnedFor: string | undefined
}

/** A minute: the sum of an organisation reads the counters of all its agents. */
const recent = new ShortCache<Use>(60_000)

/**
 * Returns why an agent may not answer this month, or undefined: its limit, or that of its organisation, is used up. Mails
 * members who want it once when 80 % of a limit are used. What an organisation used is at most a minute old. `now` in
 * milliseconds.
 */
export async function findReachedLimit({ head, settings }: StoredAgent, now: number): Promise<string | undefined> {
  const { organizationId, id, name } = head
  const month = monthOf(now)
  const [own, all] = await Promise.all([
    useOfAgent({ organizationId, id }, settings.monthlyLimitUsd, month),
    recentUse(organizationId, month, now),
  ])
  if (judgeLimit(own) === 'reached') return `The agent has used its monthly limit of ${own.limitUsd} USD.`
  if (judgeLimit(all) === 'reached') return `The organisation has used its monthly limit of ${all.limitUsd} USD.`
  if (judgeLimit(own) === 'near')
    await warnOnce(organizationId, month, own.warnedFor, { limitUsd: own.limitUsd, agent: { id, name } })
  if (judgeLimit(all) === 'near') await warnOnce(organizationId, month, all.warnedFor, { limitUsd: all.limitUsd })
  return undefined
}

/** Reads the counters of an agent with a limit: half a read unit. */
async function useOfAgent(
  key: { readonly organizationId: string; readonly id: string },
  limitUsd: number | null,
  month: string,
): Promise<Use> {
  const count = limitUsd === null ? null : (await AgentCountEntity.get(key).go()).data
  return { limitUsd, microUsd: count?.month === month ? usedInMonth(count).microUsd : 0, warnedFor: count?.warnedFor }
}

async function recentUse(organizationId: string, month: string, now: number): Promise<Use> {
  return await recent.getOrRead(`${organizationId} ${month}`, now, async () => {
    const { data } = await UsageLimitEntity.get({ organizationId }).go()
    const { limitUsd = null, warnedFor } = data ?? {}
    const microUsd = limitUsd === null ? 0 : Number((await viewUsage(organizationId, month)).usd) * 1_000_000
    return { limitUsd, microUsd, warnedFor }
  })
}

/** Mails members about a limit, once for each month and amount. If a mail fails, the next turn sends it. */
async function warnOnce(
  organizationId: string,
  month: string,
  warnedFor: string | undefined,
  used: UsedLimit,
): Promise<void> {
  const mark = `${month} ${used.limitUsd}`
  if (warnedFor === mark || !(await setWarned(organizationId, used.agent?.id, mark))) return
  if (!(await mailLimit(organizationId, used))) await setWarned(organizationId, used.agent?.id, '')
}

/** Stores for which month and amount members were mailed. Returns false if it is stored already. */
async function setWarned(organizationId: string, agentId: string | undefined, warnedFor: string): Promise<boolean> {
  const options = { returnOnConditionCheckFailure: true } as const
  const { rejected } = await (agentId === undefined
    ? UsageLimitEntity.patch({ organizationId })
        .set({ warnedFor })
        .where((stored, { notExists, ne }) => `(${notExists(stored.warnedFor)} OR ${ne(stored.warnedFor, warnedFor)})`)
        .go(options)
    : AgentCountEntity.patch({ organizationId, id: agentId })
        .set({ warnedFor })
        .where((stored, { notExists, ne }) => `(${notExists(stored.warnedFor)} OR ${ne(stored.warnedFor, warnedFor)})`)
        .go(options))
  return !rejected
}
