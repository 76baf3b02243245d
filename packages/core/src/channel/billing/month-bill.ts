import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { dateOf } from '../../platform/clock.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { findMicroUsd, freeMessages, type RateCard } from './rate-card.ts'

/** A delivered message, as the provider reported its price. */
export interface Charge {
  readonly country: string
  readonly category: string
  readonly type: string
  readonly billable: boolean
  /** When the message was sent. It decides the month and the rate. */
  readonly at: EpochMs
  /** The agent that wrote it; `''` for a person and the API. */
  readonly agentId: string
  /** What the models used for it, millionths of a USD. */
  readonly modelMicroUsd: number
}

const Sum = v.looseObject({
  /** Delivered messages, and those whose price is unknown. */
  messages: v.number(),
  unpriced: v.optional(v.number(), 0),
  /** Millionths of a USD: of the provider, as far as its rates are known, and of the models. */
  microUsd: v.number(),
  modelMicroUsd: v.optional(v.number(), 0),
})
export type Sum = v.InferOutput<typeof Sum>

const MonthBill = v.looseObject({
  /** By agent; `''` for messages of people and of the API. */
  agents: v.record(v.string(), Sum),
  /** Billed messages by country and category (`BR/utility`), which decide the volume tier. */
  volumes: v.record(v.string(), v.number()),
  /** Messages by category that count towards the free ones of the month. */
  allowed: v.record(v.string(), v.number()),
  /** The date of the rates that were used last. */
  ratesDate: v.optional(v.string(), ''),
})

/** What the messages of one number cost in a month. */
export type MonthBill = v.InferOutput<typeof MonthBill>
export const storedMonthBill = storedJson('MonthBill', MonthBill)
export const EMPTY_BILL: MonthBill = { agents: {}, volumes: {}, allowed: {}, ratesDate: '' }
export const NO_SUM: Sum = { messages: 0, unpriced: 0, microUsd: 0, modelMicroUsd: 0 }

/** The provider's word for a reply that it does not bill. */
const FREE_REPLY = 'free_customer_service'

/**
 * Returns a bill with further messages, in their order, and the price of each in millionths of a USD; undefined for an
 * unknown price. The free messages of the month come first.
 */
export function addCharges(
  bill: MonthBill,
  charges: readonly Charge[],
  card: RateCard,
): { readonly bill: MonthBill; readonly prices: readonly (number | undefined)[] } {
  let next: MonthBill = { ...bill, ratesDate: card.date }
  const prices = charges.map((charge) => {
    const priced = price(next, charge, card)
    const { agents } = next
    const sum = agents[charge.agentId] ?? NO_SUM
    const more = {
      messages: 1,
      unpriced: priced.microUsd === undefined ? 1 : 0,
      microUsd: priced.microUsd ?? 0,
      modelMicroUsd: charge.modelMicroUsd,
    }
    next = { ...next, ...priced.counted, agents: { ...agents, [charge.agentId]: plusSum(sum, more) } }
    return priced.microUsd
  })
  return { bill: next, prices }
}

function price(
  { volumes, allowed }: MonthBill,
  { country, category, type, billable, at }: Charge,
  card: RateCard,
): { readonly microUsd: number | undefined; readonly counted?: Partial<MonthBill> } {
  const day = dateOf(at)
  const free = freeMessages(card, category, day)
  const before = allowed[category] ?? 0
  const counted = free > 0 ? { allowed: { ...allowed, [category]: before + 1 } } : undefined
  // The provider may bill a free reply of the month, or call it free. Both use one of the free messages.
  if (!billable) return { microUsd: 0, ...(type === FREE_REPLY && counted && { counted }) }
  if (counted && before < free) return { microUsd: 0, counted }
  const kind = `${country}/${category}`
  const nth = (volumes[kind] ?? 0) + 1
  const microUsd = findMicroUsd(card, { country, category, day, nth })
  return { microUsd, counted: { ...counted, volumes: { ...volumes, [kind]: nth } } }
}

/** Returns two sums together. */
export function plusSum(one: Sum, other: Sum): Sum {
  return {
    messages: one.messages + other.messages,
    unpriced: one.unpriced + other.unpriced,
    microUsd: one.microUsd + other.microUsd,
    modelMicroUsd: one.modelMicroUsd + other.modelMicroUsd,
  }
}

/** Returns the sum of all messages of a bill. */
export function totalOf({ agents }: Pick<MonthBill, 'agents'>): Sum {
  return Object.values(agents).reduce(plusSum, NO_SUM)
}
