import { expect, test } from 'vitest'
import { takesOver } from './takes-over.ts'

const NOW = Date.UTC(2026, 0, 1)
const until = (minutes: number) => ({ until: new Date(NOW + minutes * 60_000).toISOString() })
const state = {
  mode: 'agent',
  takeover: { until: null },
  takenOverBy: null,
  humanNeededReason: null,
  agentFailure: null,
} as const

test.each([
  ['an agent that replies', state, true, true],
  ['a number without an agent', state, false, false],
  ['an endpoint', { ...state, mode: 'webhook' as const }, true, false],
  ['a customer who waits', { ...state, humanNeededSince: new Date(NOW).toISOString() }, true, true],
  ['a takeover with time left', { ...state, takeover: until(6) }, true, false],
  ['a takeover that ends soon', { ...state, takeover: until(4) }, true, true],
])('with %s', (_, conversation, hasAgent, expected) => {
  expect(takesOver({ humanNeededSince: null, ...conversation }, hasAgent, NOW)).toBe(expected)
})
