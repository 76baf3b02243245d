import { expect, test } from 'vitest'
import { handlingOf } from './handling.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const FAILED = '2026-11-21T11:50:00.000Z'
const at = (until: string | null, humanNeededSince: string | null, mode: 'agent' | 'webhook' | null = 'agent') => ({
  mode,
  takeover: { until },
  takenOverBy: null,
  humanNeededSince,
  humanNeededReason: null,
})

test.each([
  ['a takeover', at('2026-11-21T12:05:00.000Z', FAILED), 'taken-over'],
  ['a failure after a takeover', at('2026-11-21T11:59:00.000Z', FAILED), 'needs-person'],
  ['an agent', at(null, null), 'agent'],
  ['an endpoint', at(null, null, 'webhook'), 'webhook'],
  ['an endpoint after a failure of the agent', at(null, FAILED, 'webhook'), 'webhook'],
  ['no routing', at(null, null, null), 'none'],
])('with %s', (_, conversation, kind) => {
  expect(handlingOf(conversation, true, NOW).kind).toBe(kind)
})

test('without an agent, messages are only stored', () => {
  expect(handlingOf(at(null, null), false, NOW).kind).toBe('none')
})
