import { expect, test } from 'vitest'
import { providerText, usdSumText } from './usd-words.ts'

const [model, aws, none] = ['0.500000', '0.250000', '0.000000']

test.each([
  [{ provider: '1.250000', model, aws }, '$2.00', '$1.25'],
  [{ provider: none, model, aws }, '$0.75', '$0.00'],
  [{ provider: null, model, aws }, '$0.75 + provider', 'unknown'],
  [{ provider: null, model: none, aws }, 'unknown', 'unknown'],
])('%o is %s, of the provider %s', (usd, sum, provider) => {
  expect([usdSumText(usd), providerText(usd)]).toEqual([sum, provider])
})
