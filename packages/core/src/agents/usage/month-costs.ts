import { type MonthBill, NO_SUM, plusSum, type Sum, totalOf } from '../../channel/billing/month-bill.ts'
import { AWS_MICRO_USD, NO_PARTS, type Parts, plusParts } from './costs.ts'
import type { Used } from './used.ts'

/** Returns what all numbers have sent, by agent; `''` for messages of people and of the API. */
export function sumsByAgent(bills: readonly Pick<MonthBill, 'agents'>[]): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const { agents } of bills)
    for (const [agentId, sum] of Object.entries(agents)) sums.set(agentId, plusSum(sums.get(agentId) ?? NO_SUM, sum))
  return sums
}

/** Returns what an agent cost in a month: its turns, and its delivered messages. */
export function costOfAgent({ turns, microUsd }: Pick<Used, 'turns' | 'microUsd'>, sum: Sum = NO_SUM): Parts {
  return { provider: sum.microUsd, unpriced: sum.unpriced, model: microUsd, aws: turns * AWS_MICRO_USD.answered }
}

/** Returns what the messages of people and of the API cost in a month. */
export function costOfPeople(sum: Sum = NO_SUM): Parts {
  return { provider: sum.microUsd, unpriced: sum.unpriced, model: 0, aws: sum.messages * AWS_MICRO_USD.sent }
}

/** Returns what a number cost in a month. The models are those of its delivered replies. */
export function costOfNumber(bill: Pick<MonthBill, 'agents'>): Parts {
  const all = totalOf(bill)
  const byPeople = bill.agents['']?.messages ?? 0
  const aws = byPeople * AWS_MICRO_USD.sent + (all.messages - byPeople) * AWS_MICRO_USD.answered
  return { provider: all.microUsd, unpriced: all.unpriced, model: all.modelMicroUsd, aws }
}

/** Returns what a month cost: its agents, and the messages of people and of the API. */
export function costOfMonth(agents: readonly Parts[], people: Sum | undefined): Parts {
  return [...agents, costOfPeople(people)].reduce(plusParts, NO_PARTS)
}
