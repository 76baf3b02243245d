import { afterEach, expect, test, vi } from 'vitest'
import { findPrice, microUsdOf } from './prices.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 1],
  ['bedrock:global.amazon.nova-2-lite-v1:0', 0.3],
  ['amazon.nova-lite-v1:0', 0.06],
  ['gpt-4.1-mini', 0.4],
  ['unknown', undefined],
])('a million input tokens of %s cost %s USD', (model, usd) => {
  expect(findPrice(model)?.input).toBe(usd)
})

test('the prices of the deployment are used first', () => {
  vi.stubEnv('MODEL_PRICES', JSON.stringify({ 'gpt-4.1': { input: 9, output: 10 }, own: { input: 1, output: 2 } }))
  expect(findPrice('gpt-4.1')).toEqual({ input: 9, output: 10 })
  expect(findPrice('own')?.output).toBe(2)
  expect(findPrice('gpt-4.1-mini')?.input).toBe(0.4)
})

test.each([
  [{ inputTokens: 1000, outputTokens: 200 }, 2000],
  [{ inputTokens: 1000, outputTokens: 200, cachedTokens: 900 }, 1190],
  [{ inputTokens: 1000, outputTokens: 200, writtenTokens: 800 }, 2200],
])('%j cost %i millionths of a USD', (tokens, microUsd) => {
  expect(microUsdOf({ input: 1, output: 5, cached: 0.1, written: 1.25 }, tokens)).toBe(microUsd)
})

test('tokens of a cache without a price of its own cost as others', () => {
  expect(microUsdOf({ input: 1, output: 5 }, { inputTokens: 1000, outputTokens: 0, cachedTokens: 900 })).toBe(1000)
})
