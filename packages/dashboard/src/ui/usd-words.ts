import type { Usd } from '@replywright/contract/usd.ts'
import { usdText } from './number-text.ts'

/** Returns the sum of a cost in USD, as far as it is known, or null if nothing of it is known. */
export function usdSum({ provider, model, aws }: Usd): number | null {
  if (provider === null && Number(model) === 0) return null
  return Number(provider ?? 0) + Number(model) + Number(aws)
}

/** Returns the sum of a cost for people, and that a part of it is unknown. */
export function usdSumText(usd: Usd): string {
  const sum = usdSum(usd)
  if (sum === null) return 'unknown'
  return usd.provider === null ? `${usdText(sum)} + provider` : usdText(sum)
}

/** Returns the provider's part of a cost for people. */
export function providerText({ provider }: Usd): string {
  return provider === null ? 'unknown' : usdText(Number(provider))
}
