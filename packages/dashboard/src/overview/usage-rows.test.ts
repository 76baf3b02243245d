import { expect, test } from 'vitest'
import { usageRows } from './usage-rows.ts'

const agent = (agentId: string, deleted: boolean, provider: string | null) => ({
  agentId,
  agentName: `Agent ${agentId}`,
  deleted,
  turns: 2,
  messages: 1,
  savedMessages: 1,
  inputTokens: 10,
  cachedTokens: 3,
  outputTokens: 5,
  transcriptionSeconds: 0,
  usd: { provider, model: '0.100000', aws: '0.000002' },
})

test('an agent has a row, and all deleted agents share the last one', () => {
  const rows = usageRows([
    agent('a', true, null),
    agent('b', false, null),
    agent('c', true, '0.200000'),
    agent('d', true, '0.1'),
  ])
  expect(rows.map(({ agentId, agentName }) => [agentId, agentName])).toEqual([
    ['b', 'Agent b'],
    [undefined, '3 deleted agents'],
  ])
  expect(rows[1]).toMatchObject({
    turns: 6,
    messages: 3,
    inputTokens: 30,
    cachedTokens: 9,
    outputTokens: 15,
    usd: { provider: '0.300000', model: '0.300000', aws: '0.000006' },
  })
})

test.each([
  [[], []],
  [[agent('a', false, null)], ['Agent a']],
  [[agent('a', true, null)], ['1 deleted agent']],
])('%#: the names of the rows', (agents, names) => {
  expect(usageRows(agents).map(({ agentName }) => agentName)).toEqual(names)
})
