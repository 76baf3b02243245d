import * as v from 'valibot'
import { settings } from '../../platform/settings.ts'

/** USD for a million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Input that was read from a cache, and input that was written to it. @default `input` */
  readonly cached?: number
  readonly written?: number
  /** USD for a minute of transcribed speech. @default 0 */
  readonly minute?: number
}

/** When the built-in prices were compared with public price tables. */
export const PRICES_DATE = '2026-11'

/**
 * List prices on demand by a part of the model's id. The first match counts. For Amazon Bedrock they are those of global
 * inference profiles; regional ones can cost a tenth more.
 */
const PRICES: readonly (readonly [string, Price])[] = [
  ['nova-micro', { input: 0.035, cached: 0.00875, output: 0.14 }],
  ['nova-2-lite', { input: 0.3, cached: 0.075, output: 2.5 }],
  ['nova-lite', { input: 0.06, cached: 0.015, output: 0.24 }],
  ['nova-pro', { input: 0.8, cached: 0.2, output: 3.2 }],
  ['claude-3-5-haiku', { input: 0.8, cached: 0.08, written: 1, output: 4 }],
  ['claude-haiku-4-5', { input: 1, cached: 0.1, written: 1.25, output: 5 }],
  ['claude-3-7-sonnet', { input: 3, cached: 0.3, written: 3.75, output: 15 }],
  ['claude-sonnet-4', { input: 3, cached: 0.3, written: 3.75, output: 15 }],
  ['claude-opus-4-5', { input: 5, cached: 0.5, written: 6.25, output: 25 }],
  ['gpt-4.1-mini', { input: 0.4, cached: 0.1, output: 1.6 }],
  ['gpt-4.1', { input: 2, cached: 0.5, output: 8 }],
  ['gpt-4o-mini', { input: 0.15, cached: 0.075, output: 0.6 }],
  ['gpt-4o', { input: 2.5, cached: 1.25, output: 10 }],
  ['gpt-5-mini', { input: 0.25, cached: 0.025, output: 2 }],
  ['titan-embed-text-v2', { input: 0.02, output: 0 }],
  ['cohere.embed', { input: 0.1, output: 0 }],
  ['text-embedding-3-small', { input: 0.02, output: 0 }],
  ['text-embedding-3-large', { input: 0.13, output: 0 }],
  ['amazon-transcribe', { input: 0, output: 0, minute: 0.024 }],
  ['whisper-1', { input: 0, output: 0, minute: 0.006 }],
]

const Usd = v.pipe(v.number(), v.minValue(0))
const Prices = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(
    v.string(),
    v.object({
      input: Usd,
      output: Usd,
      cached: v.exactOptional(Usd),
      written: v.exactOptional(Usd),
      minute: v.exactOptional(Usd),
    }),
  ),
)

interface PricedTokens {
  /** With those that were read from a cache or written to it. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens?: number
  readonly writtenTokens?: number
}

/** Returns the price of a model by the deployment's setting, or the built-in one; undefined if neither knows it. */
export function findPrice(model: string): Price | undefined {
  const own = settings.MODEL_PRICES === undefined ? undefined : v.parse(Prices, settings.MODEL_PRICES)[model]
  return own ?? PRICES.find(([part]) => model.includes(part))?.[1]
}

/** Returns the price of a call in millionths of a USD. */
export function microUsdOf(
  { input, output, cached = input, written = input }: Price,
  { inputTokens, outputTokens, cachedTokens = 0, writtenTokens = 0 }: PricedTokens,
): number {
  const fresh = inputTokens - cachedTokens - writtenTokens
  // A millionth of a USD is the price of one token that costs one USD a million.
  return Math.round(fresh * input + cachedTokens * cached + writtenTokens * written + outputTokens * output)
}

/** Returns the price of transcribed speech in millionths of a USD. */
export function microUsdOfSpeech({ minute = 0 }: Pick<Price, 'minute'>, seconds: number): number {
  return Math.round((seconds / 60) * minute * 1_000_000)
}
