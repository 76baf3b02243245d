import * as v from 'valibot'
import { settings } from '../../platform/settings.ts'

const Day = v.pipe(v.string(), v.isoDate())
const Whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What one message costs from a day on. */
export interface Rate {
  /** ISO 3166-1 alpha-2, or `*` for every country without an own rate of the category. */
  readonly country: string
  /** The provider's word: `service`, `utility`, `marketing`, `authentication` … */
  readonly category: string
  /** The first day, `YYYY-MM-DD` in UTC. */
  readonly from: string
  /** Millionths of a USD. */
  readonly microUsd: number
  /** The rate counts for messages after this many of the number, country, category and month. @default 0 */
  readonly above?: number
}

/** Messages of each number and month that cost nothing. */
interface Allowance {
  readonly category: string
  readonly from: string
  readonly messages: number
}

export interface RateCard {
  /** When the rates were compared with those of the provider, `YYYY-MM-DD`. */
  readonly date: string
  readonly rates: readonly Rate[]
  readonly free: readonly Allowance[]
}

/** Only rates with a public source. Every other message has an unknown price until the deployment sets its rates. */
const BUILT_IN: RateCard = {
  date: '2026-11-28',
  rates: [{ country: 'BR', category: 'service', from: '2026-10-01', microUsd: 3400 }],
  free: [{ category: 'service', from: '2026-10-01', messages: 1000 }],
}

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    date: v.optional(Day),
    rates: v.optional(
      v.array(
        v.object({
          country: v.string(),
          category: v.string(),
          from: Day,
          usd: v.pipe(v.number(), v.minValue(0)),
          above: v.exactOptional(Whole),
        }),
      ),
      [],
    ),
    free: v.optional(v.array(v.object({ category: v.string(), from: Day, messages: Whole }))),
  }),
)

/** Returns the deployment's rates (`RATE_CARD`) before the built-in ones, which they replace by country and category. */
export function rateCard(): RateCard {
  if (settings.RATE_CARD === undefined) return BUILT_IN
  const own = v.parse(Stored, settings.RATE_CARD)
  const rates = own.rates.map(({ usd, ...rate }) => ({ ...rate, microUsd: Math.round(usd * 1_000_000) }))
  const isReplaced = ({ country, category }: Rate) =>
    rates.some((rate) => rate.country === country && rate.category === category)
  return {
    date: own.date ?? BUILT_IN.date,
    rates: [...rates, ...BUILT_IN.rates.filter((rate) => !isReplaced(rate))],
    free: own.free ?? BUILT_IN.free,
  }
}

/**
 * Returns what a message costs in millionths of a USD, or undefined if no rate is known. `day` is `YYYY-MM-DD`, `nth` counts the
 * messages of the number in the month, country and category from 1.
 */
export function findMicroUsd(
  { rates }: RateCard,
  {
    country,
    category,
    day,
    nth,
  }: { readonly country: string; readonly category: string; readonly day: string; readonly nth: number },
): number | undefined {
  const known = rates.filter((rate) => rate.category === category && rate.from <= day)
  const own = known.filter((rate) => rate.country === country)
  const candidates = own.length > 0 ? own : known.filter((rate) => rate.country === '*')
  const newest = candidates.reduce((latest, { from }) => (from > latest ? from : latest), '')
  const [best] = candidates
    .filter(({ from, above = 0 }) => from === newest && above < nth)
    .toSorted((one, other) => (other.above ?? 0) - (one.above ?? 0))
  return best?.microUsd
}

/** Returns how many messages of a category each number has free in the month of `day`; 0 for none. */
export function freeMessages({ free }: RateCard, category: string, day: string): number {
  const [latest] = free
    .filter((allowance) => allowance.category === category && allowance.from <= day)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))
  return latest?.messages ?? 0
}
