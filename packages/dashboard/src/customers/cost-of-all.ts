import type { Usd } from '@replywright/contract/usd.ts'

/** Returns the sum of costs in USD. The provider's part is unknown if it is for one of them. Undefined for none. */
export function costOfAll(costs: readonly Usd[]): Usd | undefined {
  if (costs.length === 0) return undefined
  const sum = (of: (cost: Usd) => string | null) => costs.reduce((total, cost) => total + Number(of(cost) ?? 0), 0)
  const isKnown = costs.every(({ provider }) => provider !== null)
  return {
    provider: isKnown ? sum(({ provider }) => provider).toFixed(6) : null,
    model: sum(({ model }) => model).toFixed(6),
    aws: sum(({ aws }) => aws).toFixed(6),
  }
}
