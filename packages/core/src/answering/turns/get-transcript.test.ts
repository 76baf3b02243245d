import { expect, test } from 'vitest'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { turnOut } from '../../conversations/messages/turn-message.ts'
import { answeredByPerson, awaitingIds } from './get-transcript.ts'

const conversation = { organizationId: 'o', id: 'c' }
const base = { organizationId: 'o', conversationId: 'c', type: 'text', text: '', waId: '', expiresAt: 1 }

function asked(id: string, at: number, more: Partial<MessageItem> = {}): MessageItem {
  return { ...base, id, direction: 'inbound', sentAt: at, takenAt: at, out: turnOut(conversation, id), ...more }
}
function said(id: string, at: number, more: Partial<MessageItem> = {}): MessageItem {
  const author = { userId: 'u' }
  return { ...base, id, direction: 'outbound', role: 'human', author, status: 'sent', sentAt: at, takenAt: at, ...more }
}
const awaiting = (messages: readonly MessageItem[], begunFor: readonly string[] = []) =>
  awaitingIds({ messages: answeredByPerson(messages, begunFor), cut: false })

test.each([
  ['a member', {}, ['later']],
  ['the owner in the app of the provider', { author: undefined }, ['later']],
  ['a program with an API key', { author: { keyName: 'k' } }, ['earlier', 'later']],
  ['an agent', { role: 'assistant', author: undefined }, ['earlier', 'later']],
  ['a member, which failed,', { status: 'failed' }, ['earlier', 'later']],
  ['a member who only reacted', { type: 'reaction' }, ['earlier', 'later']],
  ['the owner who edited an earlier one', { author: undefined, type: 'edit' }, ['earlier', 'later']],
] as const)('a message of %s answers what was written before it', (_, more, expected) => {
  expect(awaiting([asked('earlier', 1), said('answer', 2, more), asked('later', 3)])).toEqual(expected)
})

test('a message of a person that arrived late does not answer what was written after it', () => {
  expect(awaiting([asked('earlier', 1000), asked('later', 3000), said('answer', 2000, { takenAt: 4000 })])).toEqual([
    'later',
  ])
})

test('a turn that has begun keeps the messages that it answers', () => {
  const messages = [asked('earlier', 1), asked('other', 2), said('answer', 3)]
  expect(awaiting(messages, ['earlier'])).toEqual(['earlier'])
  const turned = [asked('answered', 1, { turnId: 'first', out: undefined }), said('answer', 2)]
  expect(answeredByPerson(turned, [])).toEqual(turned)
})
