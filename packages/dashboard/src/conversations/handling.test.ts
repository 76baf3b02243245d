import { expect, test } from 'vitest'
import { handlingOf, takesOver } from './handling.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const FAILED = '2026-11-21T11:50:00.000Z'
const at = (until: string | null, humanNeededSince: string | null, mode: 'agent' | 'webhook' | null = 'agent') => ({
  mode,
  takeover: { until },
  takenOverBy: null,
  humanNeededSince,
  humanNeededReason: null,
  agentFailure: null,
  control: null,
})

test.each([
  ['a takeover', at('2026-11-21T12:05:00.000Z', FAILED), 'taken-over'],
  ['a failure after a takeover', at('2026-11-21T11:59:00.000Z', FAILED), 'needs-person'],
  ['an agent', at(null, null), 'agent'],
  ['another agent on the number', { ...at(null, FAILED), control: 'other_agent' as const }, 'other-agent'],
  [
    'a takeover from another agent',
    { ...at('2026-11-21T12:05:00.000Z', null), control: 'other_agent' as const },
    'taken-over',
  ],
  ['an agent that got the control', { ...at(null, null), control: 'service' as const }, 'agent'],
  ['an endpoint', at(null, null, 'webhook'), 'webhook'],
  ['an endpoint after a failure of the agent', at(null, FAILED, 'webhook'), 'webhook'],
  ['no routing', at(null, null, null), 'none'],
])('with %s', (_, conversation, kind) => {
  expect(handlingOf(conversation, true, NOW).kind).toBe(kind)
})

test('without an agent, messages are only stored', () => {
  expect(handlingOf(at(null, null), false, NOW).kind).toBe('none')
})

test.each([
  [null, null, 'The agent couldn’t reply'],
  [null, 'timeout', 'The agent couldn’t reply: the model timed out'],
  ['The limit of the agent is reached.', 'limit', 'The limit of the agent is reached.'],
  ['A refund', null, 'The agent asked for a person: A refund'],
] as const)('for the reason %s and the failure %s, a person is needed', (humanNeededReason, agentFailure, text) => {
  expect(handlingOf({ ...at(null, FAILED), humanNeededReason, agentFailure }, true, NOW)).toMatchObject({ text })
})

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
])('whether a reply takes over, with %s', (_, conversation, hasAgent, expected) => {
  expect(takesOver({ humanNeededSince: null, control: null, ...conversation }, hasAgent, NOW)).toBe(expected)
})
