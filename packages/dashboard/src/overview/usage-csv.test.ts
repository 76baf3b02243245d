import { expect, test } from 'vitest'
import { usageCsv } from './usage-csv.ts'

test('a month as CSV has agents, numbers and the sum, and nothing for an unknown price', () => {
  const usd = { provider: null, model: '0.010000', aws: '0.000039' }
  const tokens = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, transcriptionSeconds: 0, savedMessages: 3 }
  const text = usageCsv({
    month: '2026-11',
    usd: { provider: '1.000000', model: '0.010000', aws: '0.000058' },
    unpricedMessages: 1,
    savedMessages: 4,
    agents: [{ agentId: 'a', agentName: '=Shop, north', deleted: false, turns: 1, messages: 1, ...tokens, usd }],
    numbers: [{ phoneNumberId: '1', messages: 2, unpricedMessages: 1, freeMessagesUsed: {}, usd }],
    ratesDate: '2026-11-28',
  })
  const lines = text.trim().split(/\r?\n/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toBe(`"2026-11","agent","a","'=Shop, north","1","1","3","","0.010000","0.000039"`)
  expect(lines[2]).toBe('"2026-11","number","1","","","2","","","0.010000","0.000039"')
  expect(lines[3]).toBe('"2026-11","all","","","","","4","1.000000","0.010000","0.000058"')
})
