import { expect, test } from 'vitest'
import { estimateExam } from './estimate-exam.ts'

const customer = (turns: number) => ({
  persona: 'p',
  goal: 'g',
  knows: '',
  mustNotReveal: [],
  moods: [],
  says: [],
  turns,
  expect: { reaches: true, doesNotSay: [], callsInOrder: [], neverCalls: [] },
})
const exam = { customers: [customer(4), customer(6)], runs: 2, sample: 20, criteria: ['polite'], maxUsd: 5 }
const price = { input: 1, output: 5 }
const known = { agentPrice: price, testPrice: price, lastUsd: undefined }

test.each([
  // 20 messages of 0.005 USD, and 20 + 4 + 24 calls of 0.0018 USD.
  ['customers and a sample', exam, known, { conversations: 24, usd: 0.19, usdPerMonth: 5.6, basis: 'assumed' }],
  ['at most the limit', { ...exam, maxUsd: 0.1 }, known, { usd: 0.1, usdPerMonth: 3 }],
  ['without criteria nothing is sampled', { ...exam, criteria: [] }, known, { conversations: 4, usd: 0.15 }],
  ['only a sample', { ...exam, customers: [] }, { ...known, agentPrice: undefined }, { conversations: 20, usd: 0.04 }],
  ['an unknown price', exam, { ...known, agentPrice: undefined }, { usd: null, usdPerMonth: null }],
  ['the last exam', exam, { ...known, lastUsd: 0.421 }, { usd: 0.43, usdPerMonth: 12.63, basis: 'last_exam' }],
  ['a small cost', { ...exam, customers: [], sample: 1 }, known, { usd: 0.01, usdPerMonth: 0.06 }],
  ['nothing', { ...exam, customers: [], sample: 0 }, known, { conversations: 0, usd: 0, usdPerMonth: 0 }],
] as const)('%s', (_, settings, from, estimate) => {
  expect(estimateExam(settings, from)).toMatchObject(estimate)
})
