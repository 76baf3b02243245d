import { expect, test } from 'vitest'
import { anonymizer } from '../tests/saved-test.ts'
import { inputOfCustomer, inputOfReplay, neverCalled, testOfConversation } from './proof-test.ts'

const call = (name: string, args: object, turn: number) => ({
  name,
  arguments: JSON.stringify(args),
  turn,
  result: 'recorded' as const,
})
const turn = (customer: string, said: string | null) => ({
  customer,
  then: said,
  now: 'Now',
  thenBy: said === null ? null : ('agent' as const),
  changed: true,
  problem: null,
  files: [],
})

test('a real conversation becomes a test of what was said and called then, without personal data', () => {
  const made = [call('find', { phone: '+44 7700 900111' }, 0), call('extra', {}, 1)]
  const calls = { made, added: [call('extra', {}, 1)], lost: [call('cancel', { by: 'mira@holm.example' }, 1)] }
  const turns = [turn('I am Mira, +44 7700 900111', 'Hello Mira'), turn('Cancel it', 'Done')]
  expect(testOfConversation('a', { turns, calls, persona: null, goal: null }, anonymizer('Mira'))).toEqual({
    agent: 'a',
    runs: 1,
    tests: [
      {
        name: 'A conversation of a proof',
        turns: [
          {
            customer: 'I am Alex, 447700900200',
            expect: { calls: { find: { phone: '447700900200' } }, says: 'Hello Alex' },
          },
          { customer: 'Cancel it', expect: { calls: { cancel: { by: 'alex@example.com' } }, says: 'Done' } },
        ],
      },
    ],
  })
})

test('a simulated customer becomes a test with the customer', () => {
  const played = {
    turns: [turn('Hi', null)],
    calls: { made: [], added: [], lost: [] },
    persona: 'calm',
    goal: 'Learn it',
  }
  expect(testOfConversation('a', played, (text) => text).tests).toEqual([
    {
      name: 'A customer who wants: Learn it',
      customer: { persona: 'calm', goal: 'Learn it', turns: 1 },
      expect: { reaches: true },
    },
  ])
})

const customer = { persona: 'calm', goal: 'Learn it', knows: '', turns: 3 }

test.each([
  [{ ...customer, goal: ' ' }, '', { problem: expect.stringContaining('what they want') }],
  [customer, '[]', { problem: expect.stringContaining('JSON object') }],
  [customer, '{', { problem: expect.stringContaining('JSON object') }],
  [
    customer,
    '{"find": "x"}',
    { input: { kind: 'customers', customers: [customer], tools: { find: 'x' }, runs: 2, criteria: ['a', 'b'] } },
  ],
])('the form %j with the results %s', (form, results, expected) => {
  expect(inputOfCustomer(form, { runs: 2, criteria: 'a\n\n b ', results })).toEqual(expected)
})

test('a replay begins some days ago', () => {
  expect(
    inputOfReplay(1, { filter: undefined, tools: 'recorded', criteria: '' }, Date.parse('2026-03-02T00:00:00Z')),
  ).toEqual({
    kind: 'replay',
    since: '2026-03-01T00:00:00.000Z',
    tools: 'recorded',
    criteria: [],
  })
})

test('names the active tools that no conversation called', () => {
  const tools = [
    { name: 'Find an order', active: true },
    { name: 'Refund', active: true },
    { name: 'Old', active: false },
  ]
  const conversation = (...names: string[]) => ({ calls: { made: names.map((name) => ({ name })) } })
  expect(neverCalled(tools, [conversation(), conversation('Find_an_order', 'recall')])).toEqual(['Refund'])
  expect(neverCalled(tools, [])).toEqual(['Find an order', 'Refund'])
})
