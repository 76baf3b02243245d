import { expect, test } from 'vitest'
import { pollDelay } from './poll-delay.ts'

test('polls every few seconds, and less often if each poll reads the list', () => {
  expect(pollDelay(undefined)).toBeLessThan(3_000)
  expect(pollDelay('1.a')).toBe(pollDelay(undefined))
  expect(pollDelay(null)).toBe(15_000)
})
