import type { AgentUsage } from '@replywright/contract/dashboard/agents.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Usage } from '@replywright/contract/usage.ts'
import { listBills } from '../../channel/billing/list-bills.ts'
import { totalOf } from '../../channel/billing/month-bill.ts'
import { lastMonths } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { AgentCountEntity, AgentEntity } from '../agent-entity.ts'
import { findAgentHead } from '../find-agent.ts'
import { AgentMonthEntity, endedMonth } from './agent-month.ts'
import { type Parts, sumOf, viewUsd } from './costs.ts'
import { costOfAgent, costOfMonth, costOfNumber, sumsByAgent } from './month-costs.ts'
import { type Used, usedEver } from './used.ts'

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

/** Returns what the agents of an organisation used in a month (`YYYY-MM`), also deleted ones, with the bills. */
export async function loadMonth(organizationId: string, month: string): Promise<Month> {
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

/** Returns what each agent cost in a month, and what the month cost, with the messages of people and of the API. */
export function costsOf({ used, bills }: Month) {
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
