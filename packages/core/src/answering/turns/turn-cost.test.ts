import { expect, test } from 'vitest'
import { addTokens, costAfter, costOf } from './turn-cost.ts'

const turn = (id: string, sessionId: string) => ({
  id,
  sessionId,
  credits: JSON.stringify({ a: 2, b: 3 }),
  tokens: addTokens(undefined, new Map([['a', { inputTokens: 10, outputTokens: 1 }]])),
})
const once = { credits: 5, inputTokens: 10, outputTokens: 1 }
const twice = { credits: 10, inputTokens: 20, outputTokens: 2 }

test('sums the turns of a conversation and of its session', () => {
  const first = costAfter(undefined, turn('1', 's1'))
  expect(costOf({ cost: first, sessionId: 's1' })).toEqual({ session: once, total: once })
  const second = costAfter(first, turn('2', 's1'))
  expect(costOf({ cost: second, sessionId: 's1' })).toEqual({ session: twice, total: twice })
  const other = costAfter(first, turn('2', 's2'))
  expect(costOf({ cost: other, sessionId: 's2' })).toEqual({ session: once, total: twice })
})

test('stores the random ends of ids', () => {
  const [id, sessionId] = ['019a9f3e-0000-8000-8000-0123456789ab', '019a9f3e-0000-8000-8000-ba9876543210']
  expect(costAfter(undefined, turn(id, sessionId))).toMatchObject({ turnId: '0123456789ab', sessionId: 'ba9876543210' })
})

test('counts a repeated turn once', () => {
  const first = costAfter(undefined, turn('1', 's1'))
  expect(costAfter(first, turn('1', 's1'))).toEqual(first)
})

test('a new session without a turn has cost nothing', () => {
  const { session } = costOf({ cost: costAfter(undefined, turn('1', 's1')), sessionId: 's2' })
  expect(session).toEqual({ credits: 0, inputTokens: 0, outputTokens: 0 })
})

test('adds the tokens of two rounds by agent', () => {
  const round = new Map([['a', { inputTokens: 1, outputTokens: 2 }]])
  expect(JSON.parse(addTokens(addTokens(undefined, round), round) ?? '')).toEqual({
    a: { inputTokens: 2, outputTokens: 4 },
  })
})
