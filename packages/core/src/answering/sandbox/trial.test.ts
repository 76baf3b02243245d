import { expect, test } from 'vitest'
import { customerOf } from './trial.ts'

test('each pair of user and agent has its own customer number, which no country uses', () => {
  const [one, two] = [{ userId: 'one' }, { userId: 'two' }]
  const numbers = [customerOf(one, 'a'), customerOf(one, 'b'), customerOf(two, 'a')]
  expect(new Set(numbers).size).toBe(3)
  expect(customerOf(one, 'a')).toBe(numbers[0])
  for (const number of numbers) expect(number).toMatch(/^888\d{12}$/)
})
