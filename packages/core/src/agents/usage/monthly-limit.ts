import type { EpochMs } from '@replywright/contract/time.ts'
import { listBills } from '../../channel/billing/list-bills.ts'
import { mailLimit, type UsedLimit } from '../../people/notices/limit-mail.ts'
import { UsageLimitEntity } from '../../people/organizations/usage-limit.ts'
import { monthOf } from '../../platform/clock.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { AgentCountEntity } from '../agent-entity.ts'
import type { StoredAgent } from '../find-agent.ts'
import { sumOf } from './costs.ts'
import { costOfAgent, sumsByAgent } from './month-costs.ts'
import { costsOf, loadMonth } from './usage.ts'
import { judgeLimit, usedEver, usedInMonth } from './used.ts'

/** What an agent or an organisation may use and has used in a month, and the limit about which members were mailed. */
interface Use {
  readonly limitUsd: number | null
  readonly microUsd: number
  readonly warnedFor: string | undefined
}

/** A minute: the sum of an organisation reads the counters of all its agents. */
const recent = new ShortCache<Use>(60_000)

/**
 * Returns why an agent may not answer this month, or undefined: its limit, or that of its organisation, is used up.
 * Mails members who want it once when 80 % of a limit are used. What an organisation used, and what the provider
 * charges, is at most a minute old.
 */
export async function findReachedLimit(agent: StoredAgent, now: EpochMs): Promise<string | undefined> {
  const { organizationId, id, name } = agent.head
  const { own, all, month } = await usesOf(agent, now)
  if (judgeLimit(own) === 'reached') return `The agent has used its monthly limit of ${own.limitUsd} USD.`
  if (judgeLimit(all) === 'reached') return `The organisation has used its monthly limit of ${all.limitUsd} USD.`
  if (judgeLimit(own) === 'near')
    await warnOnce(organizationId, month, own.warnedFor, { limitUsd: own.limitUsd, agent: { id, name } })
  if (judgeLimit(all) === 'near') await warnOnce(organizationId, month, all.warnedFor, { limitUsd: all.limitUsd })
  return undefined
}

/** Returns whether the limit of an agent, or that of its organisation, is used up. Unlike `findReachedLimit`, it sends no mail. */
export async function isLimitReached(agent: StoredAgent, now: EpochMs): Promise<boolean> {
  const { own, all } = await usesOf(agent, now)
  return [own, all].some((use) => judgeLimit(use) === 'reached')
}

async function usesOf({ head: { organizationId, id }, settings }: StoredAgent, now: EpochMs) {
  const month = monthOf(now)
  const [own, all] = await Promise.all([
    useOfAgent({ organizationId, id }, settings.monthlyLimitUsd, month, now),
    recentUse(organizationId, month, now),
  ])
  return { own, all, month }
}

/** Reads the counters of an agent with a limit: half a read unit, and the bills of a month once a minute. */
async function useOfAgent(
  key: { readonly organizationId: string; readonly id: string },
  limitUsd: number | null,
  month: string,
  now: EpochMs,
): Promise<Use> {
  if (limitUsd === null) return { limitUsd, microUsd: 0, warnedFor: undefined }
  const [{ data: count }, sums] = await Promise.all([
    AgentCountEntity.get(key).go(),
    recentSums.getOrRead(`${key.organizationId} ${month}`, now, async () =>
      sumsByAgent((await listBills(key.organizationId, month)).map(({ bill }) => bill)),
    ),
  ])
  const used = count?.month === month ? usedInMonth(count) : usedEver({})
  return { limitUsd, microUsd: sumOf(costOfAgent(used, sums.get(key.id))), warnedFor: count?.warnedFor }
}

/** A minute: what the provider charges for the messages of each agent of an organisation. */
const recentSums = new ShortCache<ReturnType<typeof sumsByAgent>>(60_000)

async function recentUse(organizationId: string, month: string, now: EpochMs): Promise<Use> {
  return await recent.getOrRead(`${organizationId} ${month}`, now, async () => {
    const { data } = await UsageLimitEntity.get({ organizationId }).go()
    const { limitUsd = null, warnedFor } = data ?? {}
    const microUsd = limitUsd === null ? 0 : sumOf(costsOf(await loadMonth(organizationId, month)).all)
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
