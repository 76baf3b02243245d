import { expect, test } from 'vitest'
import { customerOf } from './trial.ts'

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
