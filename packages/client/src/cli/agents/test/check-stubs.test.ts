import { expect, test } from 'vitest'
import { unknownStubs } from './check-stubs.ts'

const TOOLS = [{ name: 'Find an order' }, { name: 'menü' }]

test.each([
  ['a known tool', { Find_an_order: {}, menu: {}, menu_2: {} }, { tools: TOOLS }, []],
  ['a tool of the service', { ask_for_human: {} }, { tools: [] }, []],
  [
    'a misspelt tool',
    { menuu: {} },
    { tools: TOOLS },
    ['tests.0.tools.menuu: the agent has no such tool; did you mean menu?'],
  ],
  ['another tool', { refund: {} }, { tools: TOOLS }, ['tests.0.tools.refund: the agent has no such tool']],
  ['a tool that a server may have', { refund: {} }, { tools: TOOLS, mcpConfigs: [{}] }, []],
])('%s', (_, tools, agent, lines) => expect(unknownStubs([{ tools }], agent)).toEqual(lines))

test('a tool that must never be called may be one that the agent does not have', () => {
  const turns = [{ expect: { neverCalls: ['refund', 'menuu'] } }]
  expect(unknownStubs([{ tools: {}, turns }], { tools: TOOLS })).toEqual([
    'tests.0.turns.0.expect.neverCalls: menuu: the agent has no such tool; did you mean menu?',
  ])
})
