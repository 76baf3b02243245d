import { expect, test } from 'vitest'
import { aMessage } from '../../chat/testing.ts'
import { pollDelay } from './poll-delay.ts'

const messages = [aMessage('1'), aMessage('2', { direction: 'outbound' })]
const asked = Date.parse('2026-11-21T12:00:00.000Z')

test.each([
  [0, 1_000],
  [10_000, 1_000],
  [30_000, 3_000],
  [300_000, 5_000],
])('polls %i ms after the message every %i ms', (waited, delay) => {
  expect(pollDelay({ state: 'answering', messages }, asked + waited)).toBe(delay)
})

test('polls slowly while no reply is expected', () => {
  expect(pollDelay({ state: 'idle', messages }, asked)).toBe(20_000)
  expect(pollDelay(undefined, asked)).toBe(20_000)
})
