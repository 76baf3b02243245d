import * as v from 'valibot'
import { expect, test } from 'vitest'
import { TurnExpectation } from './agent-tests.ts'
import { judgeTurn, type TurnResult } from './judge-turn.ts'

const turn: TurnResult = {
  replies: ['Your order A-1042 is on its way.'],
  calls: [{ name: 'find_order', args: { orderId: 'A-1042', deep: { a: 1, b: 2 } } }],
  agentIds: ['a', 'b'],
  memory: { frameSize: 54 },
  tokens: 900,
  usd: 0.02,
}
const matches = (pattern: string, text: string) => new RegExp(pattern, 'iu').test(text)
const judge = (input: v.InferInput<typeof TurnExpectation>, result = turn) =>
  judgeTurn(v.parse(TurnExpectation, input), result, matches)

test.each<v.InferInput<typeof TurnExpectation>>([
  {},
  { matches: 'ORDER a-\\d+' },
  { calls: { find_order: { orderId: 'A-1042' } } },
  { calls: { find_order: null } },
  { calls: { find_order: { deep: { b: 2 } } } },
  { neverCalls: ['refund'] },
  { asksForHuman: false },
  { handsOffTo: 'b' },
  { remembers: { frameSize: 54 } },
  { maxTokens: 900 },
  { doesNotSay: 'refund' },
  { callsInOrder: 'find_order' },
  { maxUsd: 0.02 },
])('a turn meets %j', (expected) => {
  expect(judge(expected)).toEqual([])
})

test.each<[v.InferInput<typeof TurnExpectation>, string]>([
  [{ matches: ['order', 'refund'] }, 'matches refund: the reply is "Your order'],
  [
    { calls: { find_order: { orderId: 'A-1' } } },
    'calls find_order {"orderId":"A-1"}: it called find_order {"orderId"',
  ],
  [{ calls: { refund: null } }, 'calls refund {}: it called find_order'],
  [{ neverCalls: 'find_order' }, 'neverCalls find_order: it called'],
  [{ asksForHuman: true }, 'asksForHuman true: it called'],
  [{ handsOffTo: 'a' }, 'handsOffTo a: the agents are a, b'],
  [{ remembers: { frameSize: '54' } }, 'remembers frameSize "54": it remembers 54'],
  [{ doesNotSay: ['Refund', 'ON its way'] }, 'doesNotSay ON its way: the reply is'],
  [{ callsInOrder: ['find_order', 'find_order'] }, 'callsInOrder find_order, find_order: it called find_order'],
  [{ maxUsd: 0.01 }, 'maxUsd 0.01: it used 0.02'],
  [{ maxTokens: 899 }, 'maxTokens 899: it used 900'],
])('a turn does not meet %j', (expected, reason) => {
  expect(judge(expected)).toEqual([expect.stringContaining(reason)])
})

test('asking for a person is a call', () => {
  const asked = { ...turn, calls: [{ name: 'ask_for_human', args: {} }] }
  expect(judge({ asksForHuman: true }, asked)).toEqual([])
  expect(judge({ asksForHuman: false }, asked)).toHaveLength(1)
})
