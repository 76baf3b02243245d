import { expect, test } from 'vitest'
import { waitAfter } from './wait-after.ts'

const NOW = 1_795_167_600_000
const agents = { sandbox: false, defaultRouting: 'agent', agentId: 'a' } as const
const stored = { sandbox: false }
const handoff = { id: 'e', reason: 'r', summary: '', agentId: 'a', since: NOW - 9 }
const waiting = { waitingAt: `${NOW - 9}#c` }

test.each([
  ['an agent is to reply', agents, {}, {}, 'same'],
  ['nobody is to reply', stored, {}, {}, 'begins'],
  ['nobody is to reply, and the customer waits', stored, waiting, {}, 'same'],
  ['nobody is to reply, and a person replied before', stored, { ...waiting, settledSeq: 2 }, {}, 'begins'],
  ['the number has no agent', { ...agents, agentId: undefined }, {}, {}, 'begins'],
  ['a person has taken over', agents, { humanTakeoverUntil: NOW + 1 }, {}, 'begins'],
  ['a takeover has ended', agents, { humanTakeoverUntil: NOW }, {}, 'same'],
  ['the agent waits for a person', agents, { ...waiting, handoff }, {}, 'same'],
  ['the agent is silent, and a person replied', agents, { handoff, settledSeq: 2 }, {}, 'begins'],
  ['a webhook receives it', { ...stored, defaultRouting: 'webhook' }, {}, {}, 'same'],
  ['a webhook that listens receives it', stored, {}, { isDelivered: true }, 'same'],
  ['the same during a takeover', agents, { humanTakeoverUntil: NOW + 1 }, { isDelivered: true }, 'begins'],
  ['it is a trial', { ...agents, sandbox: true }, { humanTakeoverUntil: NOW + 1 }, {}, 'same'],
  ['the customer opts out', stored, waiting, { optsOut: true }, 'ends'],
  ['it awaits no reply', stored, {}, { awaitsReply: false }, 'same'],
  ['it is a notice', stored, {}, { fromCustomer: false }, 'same'],
] as const)('%s', (_, number, state, message, expected) => {
  const written = { fromCustomer: true, optsOut: false, isDelivered: false, ...message }
  expect(waitAfter(number, { inboundSeq: 2, ...state }, written, NOW)).toBe(expected)
})
