import { expect, test } from 'vitest'
import { ownCustomer, stateOf } from './trials.ts'

test('each user has a customer number for each agent and its draft, which no country uses', () => {
  const [one, two] = [{ userId: 'one' }, { userId: 'two' }]
  const numbers = [
    ownCustomer(one, 'a', 'own'),
    ownCustomer(one, 'b', 'own'),
    ownCustomer(two, 'a', 'own'),
    ownCustomer(one, 'a', 'own-draft'),
  ]
  expect(new Set(numbers).size).toBe(4)
  expect(ownCustomer(one, 'a', 'own')).toBe(numbers[0])
  for (const number of numbers) expect(number).toMatch(/^888\d{12}$/)
})

test.each([
  ['a new trial', {}, undefined],
  ['a trial by its id', {}, '0198f0a2-0000-7000-8000-000000000000'],
  ['an own trial of an API key', { apiKey: { id: 'k', name: 'CRM' } }, 'own'],
])('%s is no own trial of a user', (_, more, trialId) => {
  expect(ownCustomer({ userId: 'one', ...more }, 'a', trialId)).toBeUndefined()
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
