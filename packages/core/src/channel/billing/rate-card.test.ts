import { afterEach, expect, test, vi } from 'vitest'
import { findMicroUsd, freeMessages, rateCard } from './rate-card.ts'

afterEach(() => vi.unstubAllEnvs())

const card = {
  date: '2026-11-28',
  rates: [
    { country: 'BR', category: 'service', from: '2026-10-01', microUsd: 3400 },
    { country: 'BR', category: 'service', from: '2027-01-01', microUsd: 3000 },
    { country: 'BR', category: 'utility', from: '2026-01-01', microUsd: 6800 },
    { country: 'BR', category: 'utility', from: '2026-01-01', above: 100, microUsd: 6460 },
    { country: '*', category: 'utility', from: '2026-01-01', microUsd: 7700 },
  ],
  free: [{ category: 'service', from: '2026-10-01', messages: 1000 }],
}

test.each([
  ['before its first day', 'BR', 'service', '2026-09-30', 1, undefined],
  ['on its first day', 'BR', 'service', '2026-10-01', 1, 3400],
  ['of the year before', 'BR', 'service', '2026-12-31', 1, 3400],
  ['that was changed', 'BR', 'service', '2027-01-01', 1, 3000],
  ['of the last message of a tier', 'BR', 'utility', '2026-11-01', 100, 6800],
  ['of the first message of the next tier', 'BR', 'utility', '2026-11-01', 101, 6460],
  ['of a country without an own one', 'DE', 'utility', '2026-11-01', 500, 7700],
  ['of an unknown country', '', 'utility', '2026-11-01', 1, 7700],
  ['that nobody knows', 'DE', 'service', '2026-11-01', 1, undefined],
  ['of an unknown category', 'BR', 'referral_conversion', '2026-11-01', 1, undefined],
])('the rate %s', (_, country, category, day, nth, microUsd) => {
  expect(findMicroUsd(card, { country, category, day, nth })).toBe(microUsd)
})

test('messages are free from the first day of the allowance', () => {
  expect(freeMessages(card, 'service', '2026-09-30')).toBe(0)
  expect(freeMessages(card, 'service', '2026-10-01')).toBe(1000)
  expect(freeMessages(card, 'utility', '2026-10-01')).toBe(0)
})

test('the deployment’s rates replace built-in ones of the same country and category', () => {
  const day = '2026-11-01'
  const of = (country: string) => findMicroUsd(rateCard(), { country, category: 'service', day, nth: 1 })
  expect([of('BR'), of('MX')]).toEqual([3400, undefined])
  const rates = [
    { country: 'BR', category: 'service', from: '2026-10-01', usd: 0.00411 },
    { country: 'MX', category: 'service', from: '2026-10-01', usd: 0.0085 },
  ]
  vi.stubEnv('RATE_CARD', JSON.stringify({ date: '2026-12-01', rates }))
  expect([of('BR'), of('MX'), rateCard().date]).toEqual([4110, 8500, '2026-12-01'])
  expect(freeMessages(rateCard(), 'service', day)).toBe(1000)
  vi.stubEnv('RATE_CARD', JSON.stringify({ free: [] }))
  expect([of('BR'), freeMessages(rateCard(), 'service', day)]).toEqual([3400, 0])
})
