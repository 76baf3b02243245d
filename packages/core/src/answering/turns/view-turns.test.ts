import { expect, test } from 'vitest'
import { NO_TOKENS } from './turn-cost.ts'
import { turnView } from './view-turns.ts'

const turn = {
  organizationId: 'o',
  conversationId: 'c',
  id: 't',
  status: 'answered',
  version: 1,
  writer: 'w',
  sessionId: 's',
  agentId: 'a',
  covers: ['m'],
  round: 0,
  tries: 0,
  startedAt: 0,
  expiresAt: 1,
} as const
const call = (name: string) => ({ id: name, name, args: { order: 'A-1' } })
const result = (index: number, text: string) => ({
  index,
  ran: true,
  changesOutside: false,
  creditCost: 0,
  result: { text },
})

test('returns tool calls with their results, without the data tags', () => {
  const steps = [
    {
      agentId: 'a',
      model: 'small',
      tokens: NO_TOKENS,
      reply: { text: '', toolCalls: [call('track'), call('refund')] },
      results: [result(0, '<data from="track">on its way</data>')],
    },
  ]
  const tokens = JSON.stringify({
    a: { inputTokens: 4, outputTokens: 1, cachedTokens: 3, microUsd: 1200 },
    b: { inputTokens: 1, outputTokens: 1 },
  })
  const used = { agentId: 'a', speakerId: 'b', tokens, model: 'large' }
  expect(turnView({ ...turn, covers: ['m'], ...used }, steps)).toEqual({
    id: 't',
    failedAt: null,
    messageIds: ['m'],
    status: 'answered',
    startedAt: '1970-01-01T00:00:00.000Z',
    toolCalls: [
      { name: 'track', arguments: '{"order":"A-1"}', result: 'on its way', ran: true, agentId: 'a' },
      { name: 'refund', arguments: '{"order":"A-1"}', result: null, ran: false, agentId: 'a' },
    ],
    agentIds: ['a', 'b'],
    models: ['small', 'large'],
    inputTokens: 5,
    outputTokens: 2,
    cachedTokens: 3,
    usd: 0.0012,
  })
})

test('cuts a long result', () => {
  const steps = [
    {
      agentId: 'a',
      tokens: NO_TOKENS,
      reply: { text: '', toolCalls: [call('read'), call('read')] },
      results: [result(0, 'x'.repeat(4001)), result(1, 'x'.repeat(4000))],
    },
  ]
  const { toolCalls } = turnView({ ...turn, covers: ['m'] }, steps)
  expect(toolCalls.map((read) => read.result)).toEqual([`${'x'.repeat(4000)}…`, 'x'.repeat(4000)])
})

test.each([
  ['open', {}, 'open'],
  ['open', { reply: '[]' }, 'answered'],
  ['open', { reply: '[]', tries: 1 }, 'open'],
  ['given-up', { reply: '[]' }, 'failed'],
] as const)('shows a turn that is stored as %s with %o as %s', (status, more, expected) => {
  expect(turnView({ ...turn, covers: ['m'], status, ...more }, []).status).toBe(expected)
})
