import { CustomerExpectation } from '@replywright/contract/proofs.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type CustomerOutcome, judgeCustomer } from './judge-customer.ts'

const outcome: CustomerOutcome = {
  turns: [
    { now: 'Which order?', problem: null },
    { now: 'It is on its Way.', problem: null },
  ],
  calls: [
    { name: 'find', turn: 0 },
    { name: 'track', turn: 1 },
    { name: 'find', turn: 1 },
  ],
  end: 'goal_reached',
  why: '',
  usd: 0.02,
}
const judge = (expected: v.InferInput<typeof CustomerExpectation>, changes: Partial<CustomerOutcome> = {}) =>
  judgeCustomer(v.parse(CustomerExpectation, expected), { ...outcome, ...changes }).map(
    ({ turn, text }) => `${turn}: ${text}`,
  )

test.each<v.InferInput<typeof CustomerExpectation>>([
  {},
  { reaches: true, doesNotSay: 'refund', callsInOrder: ['find', 'find'], endsWith: 'goal_reached', maxUsd: 0.02 },
  { callsInOrder: ['track'] },
])('a conversation meets %j', (expected) => {
  expect(judge(expected)).toEqual([])
})

test.each<[v.InferInput<typeof CustomerExpectation>, Partial<CustomerOutcome>, string]>([
  [{ reaches: false }, {}, '1: The customer reached a goal that they must not reach.'],
  [{}, { end: 'gave_up', why: 'Too slow.' }, '1: The goal was not reached: Too slow.'],
  [{ doesNotSay: ['on its way'] }, {}, '1: The reply says “on its way”.'],
  [
    { callsInOrder: ['track', 'track'] },
    {},
    '1: track was not called in the order track, track: the agent called find, track, find.',
  ],
  [
    { callsInOrder: 'refund' },
    { calls: [] },
    '1: refund was not called in the order refund: the agent called no tool.',
  ],
  [{ endsWith: 'handed_over' }, {}, '1: The conversation ended with goal_reached instead of handed_over.'],
  [{ maxUsd: 0.01 }, {}, '1: The agent used 0.02 USD, more than 0.01.'],
  [{ reaches: false }, { end: 'turns', turns: [{ now: '', problem: 'No answer.' }] }, '0: No answer.'],
])('a conversation does not meet %j', (expected, changes, reason) => {
  expect(judge(expected, changes)).toEqual([reason])
})
