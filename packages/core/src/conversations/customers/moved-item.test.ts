import { expect, test } from 'vitest'
import { type Move, movedItem } from './moved-item.ts'

const move: Move = {
  from: 'former',
  to: 'next',
  pk: 'c#o#next',
  session: 's2',
  last: { session: 's1', messageId: 'm1' },
  messageId: 'm2',
  takenAt: 5,
}
const turn = (conversationId: string) =>
  JSON.stringify({ kind: 'turn', organizationId: 'o', conversationId, messageId: 'm' })
const stored = (entity: string, attributes: object) => ({
  pk: 'c#o#former',
  sk: 'x',
  _e: entity,
  conversationId: 'former',
  ...attributes,
})

test.each([
  [
    'a message that awaits an answer gets it in the conversation that continues',
    stored('message', { ss: 's1', out: { q: 'turns', g: 'former', b: turn('former') } }),
    { ss: 's2', mf: 'former', out: { q: 'turns', g: 'next', b: turn('next') } },
  ],
  [
    'an answered message of an earlier session keeps its session',
    stored('message', { ss: 's0', ti: 't1', mf: 'first', out: { q: 'turns', g: 'former', b: turn('former') } }),
    { ss: 's0', ti: 't1', mf: 'first' },
  ],
  ['a turn is one of the session that goes on', stored('turn', { sessionId: 's1' }), { sessionId: 's2' }],
  [
    'a session that is watched goes on as that of the conversation that continues',
    stored('agentSession', { sessionId: 's1', out: { q: 'windows', g: 'o', b: turn('former') } }),
    { sessionId: 's2', out: { q: 'windows', g: 'o', b: turn('next') } },
  ],
  [
    'an ended session is reported',
    stored('endedSession', { out: { q: 'turns', g: 'x', b: turn('former') } }),
    { out: { q: 'turns', g: 'x', b: turn('next') } },
  ],
  [
    'a wake-up that is pending waits as before',
    stored('wakeUp', { lastMessageId: 'm1', out: { q: 'windows', g: 'o', b: turn('former') } }),
    { lastMessageId: 'm2', inboundTakenAt: 5, out: { q: 'windows', g: 'o', b: turn('next') } },
  ],
  [
    'a wake-up after which the customer wrote stays obsolete',
    stored('wakeUp', { lastMessageId: 'm0', out: { q: 'windows', g: 'o', b: turn('former') } }),
    { lastMessageId: 'm0' },
  ],
  ['a note is moved', stored('conversationEvent', { text: 'Call back' }), { text: 'Call back' }],
])('%s', (_, item, attributes) => {
  expect(movedItem(item, move)).toEqual({
    pk: 'c#o#next',
    sk: 'x',
    _e: item._e,
    conversationId: 'next',
    ...attributes,
  })
})

test('what belongs to a conversation that does not exist is not moved', () => {
  expect(movedItem(stored('conversationExpiry', {}), move)).toBeUndefined()
  expect(movedItem(stored('arming', { out: { q: 'windows', g: 'o', b: turn('former') } }), move)).toBeUndefined()
})
