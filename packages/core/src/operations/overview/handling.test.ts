import { expect, test } from 'vitest'
import { handledBy } from './handling.ts'

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
