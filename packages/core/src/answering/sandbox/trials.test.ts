import { expect, test } from 'vitest'
import { stateOf } from './trial-entity.ts'
import { customerOf } from './trials.ts'

test('each user has a customer number for each agent and its draft, which no country uses', () => {
  const [one, two] = [{ userId: 'one' }, { userId: 'two' }]
  const [a, b] = [
    { agentId: 'a', draft: false },
    { agentId: 'b', draft: false },
  ]
  const numbers = [customerOf(one, a), customerOf(one, b), customerOf(two, a), customerOf(one, { ...a, draft: true })]
  expect(new Set(numbers).size).toBe(4)
  expect(customerOf(one, a)).toBe(numbers[0])
  for (const number of numbers) expect(number).toMatch(/^888\d{12}$/)
})

const asked = { direction: 'inbound', takenAt: 2000, out: { q: 'turns', g: 'c', b: '' } } as const

test.each([
  ['without messages', {}, [], 'idle'],
  ['with an answered message', { humanNeededSince: 3000 }, [{ ...asked, turnId: 't' }], 'idle'],
  [
    'with a message that the model declined',
    { humanNeededSince: 3000, reachedLimit: 'x' },
    [{ ...asked, turnId: 't' }],
    'failed',
  ],
  [
    'with an answer after one that the model declined',
    { humanNeededSince: 1000, reachedLimit: 'x' },
    [{ ...asked, turnId: 't' }],
    'idle',
  ],
  ['with a message', {}, [asked], 'answering'],
  ['with a message that failed', { humanNeededSince: 3000 }, [asked], 'failed'],
  [
    'with a message after one that failed',
    { humanNeededSince: 1000 },
    [{ ...asked, takenAt: 500 }, asked],
    'answering',
  ],
  ['with a message after a limit was reached', { humanNeededSince: 1000, reachedLimit: 'x' }, [asked], 'failed'],
])('the state of a trial %s', (_, conversation, messages, state) => {
  expect(stateOf(conversation, messages)).toBe(state)
})
