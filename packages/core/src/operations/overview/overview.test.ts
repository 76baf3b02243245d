import { expect, test } from 'vitest'
import { attentionOf, handledBy } from './overview.ts'

const webhook = { id: 'w', name: 'Orders', enabled: true }
const disabled = { ...webhook, enabled: false, disabledAt: 0 }

test.each([
  ['healthy', webhook, 0, undefined],
  ['failing twice in a row', webhook, 2, undefined],
  ['failing three times in a row', webhook, 3, { reason: 'failing', since: null, consecutiveFailures: 3 }],
  ['disabled by a user', { ...disabled, disabledReason: 'manual' }, 3, undefined],
  [
    'disabled by failures',
    { ...disabled, disabledReason: 'consecutive_failures' },
    20,
    { reason: 'disabled_by_failures', since: '1970-01-01T00:00:00.000Z', consecutiveFailures: 20 },
  ],
] as const)('returns the attention for a webhook that is %s', (_, state, consecutiveFailures, attention) => {
  if (attention) expect(attentionOf(state, consecutiveFailures)).toMatchObject(attention)
  else expect(attentionOf(state, consecutiveFailures)).toBeUndefined()
})

const request = { id: 'h', reason: 'A refund', summary: '', agentId: 'a', since: 100 }
const { summary: _, ...past } = { ...request, endedAt: 150 }

type Handled = Partial<Parameters<typeof handledBy>[0]>

test.each<[string, Handled, string, string]>([
  ['no person', {}, 'agent', ''],
  ['a request now', { handoff: request }, 'asked', 'A refund'],
  ['a request that was handed back', { pastHandoffs: [past] }, 'asked', 'A refund'],
  ['a request before the period', { pastHandoffs: [{ ...past, since: 99 }] }, 'agent', ''],
  ['a failed turn', { humanNeededSince: 120 }, 'failed', 'The agent failed to answer.'],
  ['a limit', { humanNeededSince: 120, reachedLimit: 'The limit.' }, 'failed', 'The limit.'],
  ['a person who took over', { personSession: 's' }, 'person', ''],
  ['a person in an earlier session', { personSession: 'r' }, 'agent', ''],
])('knows who handled a conversation with %s', (_, conversation, by, reason) => {
  expect(handledBy({ sessionId: 's', ...conversation }, 100)).toEqual({ handledBy: by, reason })
})
