import type { ThreadEvent } from '@replywright/contract/dashboard/thread.ts'
import { expect, test } from 'vitest'
import { aMessage } from '../chat/testing.ts'
import { threadNotes } from './thread-notes.ts'

const NOW = Date.parse('2026-11-21T13:00:00.000Z')
const time = (clock: string) => `2026-11-21T${clock}:00.000Z`
const you = { kind: 'user', name: 'robin@example.com', isYou: true } as const
const event = (id: string, at: string, more: Partial<ThreadEvent>): ThreadEvent => ({
  id,
  kind: 'taken-over',
  at: time(at),
  author: you,
  until: null,
  mode: null,
  webhook: null,
  agent: null,
  reason: null,
  summary: null,
  text: null,
  ...more,
})
const conversation = { waiting: null, isAgentPaused: false }
const notesOf = (...events: readonly ThreadEvent[]) =>
  threadNotes({ messages: [], events, hasOlder: false, conversation }, undefined, NOW).map(({ text, at, until }) => [
    text,
    at,
    ...(until ? [until] : []),
  ])

test('tells who took over, extended and handed back', () => {
  const robin = { ...you, isYou: false }
  expect(
    notesOf(
      event('1', '12:00', { until: time('12:30'), author: robin }),
      event('2', '12:10', { until: time('13:10') }),
      event('3', '12:20', { kind: 'handed-back', author: { kind: 'key', name: 'CI', isYou: false } }),
    ),
  ).toEqual([
    ['robin@example.com took over', time('12:00'), time('12:30')],
    ['You extended the takeover', time('12:10'), time('13:10')],
    ['API key “CI” handed back to the agent', time('12:20')],
  ])
})

test('tells why the agent asked for a person', () => {
  const asked = {
    kind: 'human-needed',
    reason: 'A refund',
    summary: 'It arrived broken',
    agent: { id: 'a', name: 'Ada' },
  } as const
  const cardOf = (more: Partial<ThreadEvent>) =>
    threadNotes({ messages: [], events: [event('1', '12:00', more)], hasOlder: false, conversation }, undefined, NOW)
  expect(cardOf(asked)).toMatchObject([
    { text: 'Ada asked for a person', card: { title: 'A refund', text: 'It arrived broken' } },
  ])
  const repeated = { ...asked, reason: 'The customer asks for a human.', summary: 'the customer asks for a human.' }
  expect(cardOf(repeated)).toMatchObject([{ card: { title: 'The customer asks for a human', text: '' } }])
})

test('after a request for a person, the agent is silent when a takeover ends, until somebody hands back', () => {
  const silent = 'The takeover ended. The agent is silent until somebody hands back'
  const asked = event('1', '11:50', { kind: 'human-needed', reason: 'A refund' })
  const taken = event('2', '12:00', { until: time('12:10') })
  const back = event('3', '12:20', { kind: 'handed-back' })
  const again = event('4', '12:30', { until: time('12:40') })
  const texts = notesOf(asked, taken, back, again).map(([text]) => text)
  expect(texts.filter((text) => text?.startsWith('The takeover ended'))).toEqual([
    silent,
    'The takeover ended. The agent replies again',
  ])
  // The request is older than the loaded events.
  const thread = {
    messages: [],
    events: [taken],
    hasOlder: false,
    conversation: { ...conversation, isAgentPaused: true },
  }
  expect(threadNotes(thread, undefined, NOW).at(-1)?.text).toBe(silent)
})

test('shows notes and who closed the conversation, between the changes', () => {
  expect(
    notesOf(
      event('1', '12:00', { until: time('12:30') }),
      event('2', '12:05', { kind: 'note', text: 'Call back' }),
      event('3', '12:10', { until: time('13:10') }),
      event('4', '12:20', { kind: 'done' }),
    ).map(([text]) => text),
  ).toEqual([
    'You noted: Call back',
    'You took over',
    'You extended the takeover',
    'You marked the conversation as done',
  ])
})

test('tells that a takeover ended by itself', () => {
  const ended = 'The takeover ended. The agent replies again'
  expect(notesOf(event('1', '12:00', { until: time('12:30') })).at(-1)).toEqual([ended, time('12:30')])
  expect(notesOf(event('1', '12:50', { until: time('13:30') }))).toHaveLength(1)
})

test('tells that the agent failed, that an endpoint was disabled, and where a session began', () => {
  const messages = [aMessage('1'), aMessage('2')].map((message, index) => ({
    ...message,
    media: [],
    author: null,
    marked: null,
    sessionId: `session ${index}`,
    position: message.id,
  }))
  const turn = {
    id: 't',
    messageIds: ['1'],
    status: 'failed' as const,
    startedAt: time('12:00'),
    failedAt: time('12:02'),
    toolCalls: [],
    agentIds: ['a'],
    models: ['small'],
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    usd: 0,
  }
  const webhook = {
    id: 'w',
    name: 'Orders',
    enabled: false,
    disabledAt: time('12:03'),
    disabledReason: 'consecutive_failures' as const,
  }
  const effectiveRoute = { mode: 'webhook' as const, webhook, agent: null, reason: '' }
  const waiting = { since: time('12:02'), kind: 'failed', reason: null, failure: 'access' } as const
  const thread = { messages, events: [], hasOlder: false, conversation: { ...conversation, waiting } }
  const details = { turns: [turn, { ...turn, id: 'u' }], effectiveRoute }
  const notes = threadNotes(thread, details, NOW)
  expect(notes.map(({ key }) => key)).toEqual(['session 2', 'failed t', 'failed u', 'disabled w'])
  expect(notes.slice(1, 3).map(({ text }) => text)).toEqual([
    'The agent couldn’t reply',
    'The agent couldn’t reply: the model denied access',
  ])
  const later = { ...thread, hasOlder: true, messages: [] }
  expect(threadNotes(later, details, NOW)).toHaveLength(3)
})
