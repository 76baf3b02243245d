import { expect, test } from 'vitest'
import { canAnswerNow, handlingOf, sendLabel, takesOver } from './handling.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const FAILED = '2026-11-21T11:50:00.000Z'
const WAITING = { since: FAILED, kind: 'failed', reason: null, failure: null } as const
const at = (until: string | null, since: string | null, mode: 'agent' | 'webhook' | null = 'agent') => ({
  mode,
  takeover: { until },
  takenOverBy: null,
  waiting: since === null ? null : { ...WAITING, since },
  isAgentPaused: false,
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
  ['a message that is only stored', at(null, FAILED, null), 'needs-person'],
  ['an agent that asked, and a person replied', { ...at(null, null), isAgentPaused: true }, 'paused'],
])('with %s', (_, conversation, kind) => {
  expect(handlingOf(conversation, true, NOW).kind).toBe(kind)
})

test('without an agent, messages are only stored', () => {
  expect(handlingOf(at(null, null), false, NOW).kind).toBe('none')
})

const until = (minutes: number) => ({ until: new Date(NOW + minutes * 60_000).toISOString() })
const state = {
  mode: 'agent',
  takeover: { until: null },
  takenOverBy: null,
  waiting: null,
  isAgentPaused: false,
} as const

test.each([
  ['an agent that replies', state, true, true],
  ['a number without an agent', state, false, false],
  ['an endpoint', { ...state, mode: 'webhook' as const }, true, false],
  ['a customer who waits', { ...state, waiting: WAITING }, true, true],
  ['a customer who waits where messages are only stored', { ...state, mode: null, waiting: WAITING }, true, false],
  ['an agent that is silent', { ...state, isAgentPaused: true }, true, true],
  ['a takeover with time left', { ...state, takeover: until(6) }, true, false],
  ['a takeover that ends soon', { ...state, takeover: until(4) }, true, true],
])('whether a reply takes over, with %s', (_, conversation, hasAgent, expected) => {
  expect(takesOver({ control: null, ...conversation }, hasAgent, NOW)).toBe(expected)
})

const OPEN = { openUntil: new Date(NOW + 1000).toISOString() }
const CLOSED = { openUntil: new Date(NOW - 1000).toISOString() }
test.each([
  ['of whom the agent failed', at(null, FAILED), OPEN, true, true],
  [
    'to whom nobody replied',
    { ...at(null, FAILED), waiting: { ...WAITING, kind: 'unanswered' as const } },
    OPEN,
    true,
    true,
  ],
  ['after a takeover', at('2026-11-21T11:59:00.000Z', FAILED), OPEN, true, true],
  ['during a takeover', at('2026-11-21T12:05:00.000Z', FAILED), OPEN, true, false],
  ['who asked for a person', { ...at(null, FAILED), isAgentPaused: true }, OPEN, true, false],
  ['without an agent', at(null, FAILED), OPEN, false, false],
  ['whose messages are only stored', at(null, FAILED, null), OPEN, true, false],
  ['whose messages an endpoint receives', at(null, FAILED, 'webhook'), OPEN, true, false],
  ['whom another agent answers', { ...at(null, FAILED), control: 'other_agent' as const }, OPEN, true, false],
  ['who can get templates only', at(null, FAILED), CLOSED, true, false],
  ['who never wrote', at(null, FAILED), { openUntil: null }, true, false],
  ['who does not wait', at(null, null), OPEN, true, false],
])('whether the agent can answer a customer now %s', (_, conversation, window, hasAgent, expected) => {
  expect(canAnswerNow({ ...conversation, window }, hasAgent, NOW)).toBe(expected)
})

test.each([
  ['you', true, true, 'Send'],
  ['a colleague', false, false, 'Send anyway'],
  ['a colleague whose takeover ends soon', false, true, 'Take over and send'],
  ['nobody', undefined, true, 'Take over and send'],
  ['nobody', undefined, false, 'Send'],
])('the button of a conversation that is taken over by %s, %s, %s: %s', (_, isYou, isTakingOver, label) => {
  const by = isYou === undefined ? null : { kind: 'user' as const, name: 'Sam', isYou }
  const handling = isYou === undefined ? { kind: 'agent' as const } : { kind: 'taken-over' as const, by, until: '' }
  expect(sendLabel(handling, isTakingOver)).toBe(label)
})
