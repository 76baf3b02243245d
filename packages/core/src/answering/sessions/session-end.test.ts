import { expect, test } from 'vitest'
import { endedBy, endOfSession } from './session-end.ts'

const DAY_SECONDS = 86_400
const conversation = { sessionId: 's', lastMessageAt: 5000, lastInboundAt: 4000 }

test.each([
  ['after a day without a message', conversation, 5000 + DAY_SECONDS * 1000],
  ['after the last message by its arrival', { ...conversation, inboundTakenAt: 7000 }, 7000 + DAY_SECONDS * 1000],
  ['when another session begins', { ...conversation, sessionId: 't' }, 0],
])('a session ends %s', (_, stored, end) => {
  expect(endOfSession(stored, { sessionId: 's' }, DAY_SECONDS)).toBe(end)
})

const customer = { direction: 'inbound' } as const
const agent = { direction: 'outbound', role: 'assistant' } as const
const person = { direction: 'outbound', role: 'human' } as const

test.each([
  ['agent', [customer, agent]],
  ['agent', [customer, person, customer, agent]],
  ['person', [customer, agent, customer, person]],
  ['nobody', [customer, agent, customer]],
  ['nobody', []],
] as const)('%s ends it by the last message', (by, messages) => {
  expect(endedBy(messages)).toBe(by)
})
