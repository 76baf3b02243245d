import { expect, test } from 'vitest'
import { customerOf } from './trial.ts'

test('each user is a customer of their own to each agent, with a number that is nobody’s', () => {
  const [one, two] = [{ userId: 'one' }, { userId: 'two' }]
  const numbers = [customerOf(one, 'a'), customerOf(one, 'b'), customerOf(two, 'a')]
  expect(new Set(numbers).size).toBe(3)
  expect(customerOf(one, 'a')).toBe(numbers[0])
  for (const number of numbers) expect(number).toMatch(/^888\d{12}$/)
})
