import type { AgentUsage } from '@replywright/contract/dashboard/agents.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Usage } from '@replywright/contract/usage.ts'
import { listBills } from '../../channel/billing/list-bills.ts'
import { totalOf } from '../../channel/billing/month-bill.ts'
import { mailLimit, type UsedLimit } from '../../people/notices/notices.ts'
import { UsageLimitEntity } from '../../people/organizations/usage-limit.ts'
import { lastMonths, monthOf } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { CONFLICT_TRIES, retryConflict, transact } from '../../platform/table/transact.ts'
import { AgentCountEntity, type AgentCountItem, AgentEntity, type AgentItem } from '../agent-entity.ts'
import { findAgentHead, type StoredAgent } from '../find-agent.ts'
import { type Parts, sumOf, viewUsd } from './costs.ts'
import { costOfAgent, costOfMonth, costOfNumber, sumsByAgent } from './month-costs.ts'
import { judgeLimit, type Used, usedEver, usedInMonth } from './used.ts'

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

const SHOWN_MONTHS = 12

/**
 * Returns what an agent has used since it was created, and in each of the last twelve months. Reads the bills of all
 * numbers in these months. @throws ServiceError 404
 */
export async function viewAgentUsage(organizationId: string, id: string, now: EpochMs): Promise<AgentUsage> {
  const head = await findAgentHead(organizationId, id)
  if (!head) throw notFound('agent')
  const months = lastMonths(now, SHOWN_MONTHS)
  const [{ data }, bills, ended] = await Promise.all([
    AgentCountEntity.get({ organizationId, id }).go(),
    Promise.all(months.map((month) => listBills(organizationId, month))),
    batchGet(
      months.map((month) => ({ organizationId, month, agentId: id })),
      (keys) => AgentMonthEntity.get(keys).go(),
    ),
  ])
  const { totalMessages: messages = 0, totalSessions: sessions = 0, credits = 0 } = data ?? {}
  // A month that ended between the two reads is in both.
  const used = new Map(
    [...(data ? endedMonth(head, data) : []), ...ended].map((each) => [
      each.month,
      { ...each, savedMessages: each.savedMessages ?? 0 },
    ]),
  )
  const sumIn = (billed: typeof bills) => sumsByAgent(billed.flat().map(({ bill }) => bill)).get(id)
  const ever = usedEver(data ?? {})
  return {
    messages,
    sessions,
    credits,
    ...viewUsed(ever, costOfAgent(ever, sumIn(bills))),
    months: months.flatMap((month, index) => {
      const sum = sumIn(bills.slice(index, index + 1))
      const found = used.get(month) ?? (index === 0 || sum ? usedEver({}) : undefined)
      return found ? [{ month, turns: found.turns, ...viewUsed(found, costOfAgent(found, sum)) }] : []
    }),
  }
}

function viewUsed({ inputTokens, cachedTokens, outputTokens, voiceSeconds }: Used, cost: Parts) {
  return {
    inputTokens,
    cachedTokens,
    outputTokens,
    transcriptionSeconds: voiceSeconds,
    usd: viewUsd(cost),
  }
}

/**
 * Returns what the agents and numbers of an organisation used in a month (`YYYY-MM`, UTC), the most expensive first. Reads the
 * counters of all agents and the bills of all numbers: half a read unit each.
 */
export async function viewUsage(organizationId: string, month: string): Promise<Usage> {
  return viewMonth(month, await loadMonth(organizationId, month))
}

/** What agents used in a month, and the bills of numbers. */
interface Month {
  readonly used: readonly (Used & { readonly agentId: string; readonly agentName: string; readonly deleted: boolean })[]
  readonly bills: Awaited<ReturnType<typeof listBills>>
}

async function loadMonth(organizationId: string, month: string): Promise<Month> {
  const [bills, { data: ended }, { data: heads }] = await Promise.all([
    listBills(organizationId, month),
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
  const used = new Map(
    [...current, ...ended].map((each) => [each.agentId, { ...each, savedMessages: each.savedMessages ?? 0 }]),
  )
  // A trigger sends without a turn.
  const others = [...sumsByAgent(bills.map(({ bill }) => bill)).keys()].filter((id) => id !== '' && !used.has(id))
  const names = new Map(heads.map(({ id, name }) => [id, name]))
  const isDeleted = ({ agentId }: { readonly agentId: string }) => !names.has(agentId)
  const unused = others.map((agentId) => ({ ...usedEver({}), agentId, agentName: names.get(agentId) ?? '' }))
  return { used: [...used.values(), ...unused].map((each) => ({ ...each, deleted: isDeleted(each) })), bills }
}

function costsOf({ used, bills }: Month) {
  const sums = sumsByAgent(bills.map(({ bill }) => bill))
  const agents = used.map((each) => ({
    ...each,
    sum: sums.get(each.agentId),
    cost: costOfAgent(each, sums.get(each.agentId)),
  }))
  const all = costOfMonth(
    agents.map(({ cost }) => cost),
    sums.get(''),
  )
  return { agents, all }
}

function viewMonth(month: string, loaded: Month): Usage {
  const { agents, all } = costsOf(loaded)
  const numbers = loaded.bills.map(({ phoneNumberId, bill }) => ({ phoneNumberId, bill, cost: costOfNumber(bill) }))
  return {
    month,
    usd: viewUsd(all),
    unpricedMessages: all.unpriced,
    savedMessages: agents.reduce((total, { savedMessages }) => total + savedMessages, 0),
    agents: agents
      .toSorted((one, other) => sumOf(other.cost) - sumOf(one.cost))
      .map(
        ({
          agentId,
          agentName,
          deleted,
          turns,
          inputTokens,
          cachedTokens,
          outputTokens,
          voiceSeconds,
          savedMessages,
          sum,
          cost,
        }) => ({
          agentId,
          agentName,
          deleted,
          turns,
          inputTokens,
          cachedTokens,
          outputTokens,
          transcriptionSeconds: voiceSeconds,
          messages: sum?.messages ?? 0,
          savedMessages,
          usd: viewUsd(cost),
        }),
      ),
    numbers: numbers
      .toSorted((one, other) => sumOf(other.cost) - sumOf(one.cost))
      .map(({ phoneNumberId, bill, cost }) => ({
        phoneNumberId,
        messages: totalOf(bill).messages,
        unpricedMessages: cost.unpriced,
        freeMessagesUsed: bill.allowed,
        usd: viewUsd(cost),
      })),
    ratesDate: loaded.bills.reduce((latest, { bill }) => (bill.ratesDate > latest ? bill.ratesDate : latest), ''),
  }
}

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
