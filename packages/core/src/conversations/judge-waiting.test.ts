import { expect, test } from 'vitest'
import { judgeWaiting } from './judge-waiting.ts'
import { waitingEntry } from './waiting-entry.ts'

const NOW = 1_795_167_600_000
const MINUTE = 60_000
const ago = (minutes: number) => NOW - minutes * MINUTE
const entry = (since: number) => waitingEntry({ organizationId: 'o', id: 'c', phoneNumberId: '1' }, since)
const handoff = { id: 'e', reason: 'Wants a refund', summary: '', agentId: 'a', since: ago(9) }
const asked = { handoff, ...entry(ago(9)), answeredSeq: 2 }
const failed = { humanNeededSince: ago(8), failure: { cause: 'timeout', at: ago(8) }, ...entry(ago(8)) } as const

test.each([
  ['the agent replied', { answeredSeq: 2 }, undefined],
  ['an agent is about to reply', {}, undefined],
  ['the agent asked for a person', asked, { since: ago(9), kind: 'asked', reason: 'Wants a refund' }],
  ['on a number for trials it asked', { handoff }, { since: ago(9), kind: 'asked', reason: 'Wants a refund' }],
  ['a person replied to a request', { ...asked, settledSeq: 2 }, undefined],
  ['a template was sent to a request', { ...asked, settledSeq: 2, humanTakeoverUntil: ago(1) }, undefined],
  [
    'the customer wrote again after the person',
    { ...asked, ...entry(ago(3)), inboundSeq: 3, settledSeq: 2 },
    { since: ago(3), kind: 'unanswered', reason: 'Wants a refund' },
  ],
  [
    'another agent on the number replies',
    { ...asked, control: { holder: 'other_agent', at: ago(1) } as const },
    undefined,
  ],
  ['a request is taken over', { ...asked, humanTakeoverUntil: NOW + 1 }, undefined],
  [
    'the takeover ended without a reply',
    { ...asked, humanTakeoverUntil: NOW },
    { since: ago(9), kind: 'asked', reason: 'Wants a refund' },
  ],
  [
    'a message came during a takeover that ended',
    { ...entry(ago(4)), humanTakeoverUntil: ago(1) },
    { since: ago(4), kind: 'unanswered' },
  ],
  ['the same during the takeover', { ...entry(ago(4)), humanTakeoverUntil: NOW + 1 }, undefined],
  ['a person replied during a takeover that ended', { ...entry(ago(4)), settledSeq: 2 }, undefined],
  ['a message is only stored', { ...entry(ago(4)), inboundSeq: 1, mode: null }, { since: ago(4), kind: 'unanswered' }],
  [
    'an agent was connected after a message',
    { ...entry(ago(4)), mode: 'agent' },
    { since: ago(4), kind: 'unanswered' },
  ],
  [
    'that agent replied to the next message',
    { ...entry(ago(4)), mode: 'agent', inboundSeq: 3, answeredSeq: 3 },
    undefined,
  ],
  ['the turn failed', failed, { since: ago(8), kind: 'failed', failure: 'timeout' }],
  [
    'the turn failed two minutes after the message',
    { ...failed, ...entry(ago(10)) },
    { since: ago(10), kind: 'failed', failure: 'timeout' },
  ],
  [
    'a limit was reached',
    { ...failed, reachedLimit: 'The limit of 5 USD' },
    { since: ago(8), kind: 'failed', failure: 'timeout', reason: 'The limit of 5 USD' },
  ],
  ['an answer was not delivered', { ...failed, answeredSeq: 2 }, { since: ago(8), kind: 'failed', failure: 'timeout' }],
  ['the customer opted out', { ...asked, settledSeq: 2 }, undefined],
  ['a member closed it', { ...entry(ago(4)), doneSeq: 2 }, undefined],
  [
    'the agent asked after a member closed it',
    { ...asked, doneSeq: 2 },
    { since: ago(9), kind: 'asked', reason: 'Wants a refund' },
  ],
  ['a webhook receives the messages', { ...asked, mode: 'webhook' }, undefined],
  [
    'the agent asked where the customer never wrote',
    { ...asked, inboundSeq: 0 },
    { since: ago(9), kind: 'asked', reason: 'Wants a refund' },
  ],
] as const)('%s', (_, state, expected) => {
  expect(judgeWaiting({ inboundSeq: 2, ...state }, NOW)).toEqual(expected)
})
