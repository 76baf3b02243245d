import { expect, test } from 'vitest'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { turnOut } from '../../conversations/messages/turn-message.ts'
import { buildHistory, HISTORY_CHARACTERS, HISTORY_MESSAGES } from './build-history.ts'

const conversation = { organizationId: 'o', id: 'c' }
const base = { organizationId: 'o', conversationId: 'c', waId: '', sentAt: 0, takenAt: 0, expiresAt: 1 }

/** `more` has the attributes of messages other than text. */
function inbound(id: string, text: string, more: Partial<MessageItem> = {}): MessageItem {
  return { ...base, id, direction: 'inbound', type: 'text', text, out: turnOut(conversation, id), ...more }
}
function outbound(id: string, text: string, more: Partial<MessageItem> = {}): MessageItem {
  return { ...base, id, direction: 'outbound', role: 'assistant', type: 'text', text, ...more }
}
const historyOf = (messages: readonly MessageItem[], covers: readonly string[] = []) =>
  buildHistory({ messages, cut: false }, covers).messages.map(({ role, ...rest }) => [
    role,
    'text' in rest && rest.text,
  ])

test('customer, agent and colleague have their roles, and the customer has the last word', () => {
  const messages = [
    inbound('1', 'Hello', { turnId: '1' }),
    outbound('2', 'Hi!'),
    inbound('3', 'Where is my order?'),
    outbound('4', 'I will look', { role: 'human' }),
  ]
  expect(historyOf(messages, ['3'])).toEqual([
    ['user', 'Hello'],
    ['assistant', 'Hi!'],
    ['assistant', '[A human colleague wrote:] I will look'],
    ['user', 'Where is my order?'],
  ])
})

test('leaves out messages that await another turn, and includes those without a turn', () => {
  const messages = [inbound('1', 'old', { out: undefined }), inbound('2', 'other'), inbound('3', 'mine')]
  expect(historyOf(messages, ['3'])).toEqual([
    ['user', 'old'],
    ['user', 'mine'],
  ])
})

test.each([
  [{ type: 'image', media: [{ id: 'm', mimeType: 'image/jpeg' }] }, 'this one', '[image] this one'],
  [{ type: 'document', media: [{ id: 'm', mimeType: 'a/b', filename: 'a.pdf' }] }, '', '[document “a.pdf”]'],
  [
    { type: 'document', media: [{ id: 'm', mimeType: 'a/b', filename: 'x'.repeat(101) }] },
    '',
    `[document “${'x'.repeat(100)}”]`,
  ],
  [
    { type: 'audio', transcript: 'Where is it?', media: [{ id: 'm', mimeType: 'a/b' }] },
    '',
    '[voice message] Where is it?',
  ],
  [{ type: 'audio', transcript: '', media: [{ id: 'm', mimeType: 'a/b' }] }, '', '[voice message without words]'],
  [{ type: 'audio', media: [{ id: 'm', mimeType: 'a/b' }] }, '', '[voice message that you have not heard]'],
  [{ type: 'location', detail: { latitude: 51.5 } }, '', '[location] {"latitude":51.5}'],
  [{ type: 'interactive', quickReplyId: 'x' }, 'Track it', 'Track it'],
  [{ type: 'button' }, 'Yes', 'Yes'],
  [{ type: 'edit', detail: {} }, 'better', '[edit] {} better'],
  [{ type: 'unsupported' }, '', '[unsupported]'],
  [{ type: 'interactive' }, '', '[interactive]'],
  [{ type: 'sticker', detail: {}, media: [{ id: 'm', mimeType: 'a/b' }] }, '', '[sticker]'],
  [{ type: 'order' }, 'now', '[order] now'],
])('describes %o', (more, text, expected) => {
  expect(historyOf([inbound('1', text, more)], ['1'])).toEqual([['user', expected]])
})

test('leaves out reactions and notices', () => {
  expect(
    historyOf(['reaction', 'system', 'revoke'].map((type) => inbound(type, '', { type, out: undefined }))),
  ).toEqual([])
})

test('describes what the agent sent besides text', () => {
  const messages = [
    outbound('1', 'Hi', { type: 'buttons', buttons: [{ type: 'quick_reply', text: 'Yes' }] }),
    outbound('2', 'for you', { type: 'media', media: [{ url: 'u', mimeType: 'image/png' }] }),
    outbound('3', '', { type: 'template', template: { name: 'order', language: 'en', positional: ['A-1'] } }),
    outbound('4', '', { type: 'template', template: { name: 'order', language: 'en', named: { id: 'A-1' } } }),
    outbound('5', '', { type: 'template', template: { name: 'order', language: 'en' } }),
    outbound('6', 'Order A-1', { type: 'template', template: { name: 'order', language: 'en', positional: ['A-1'] } }),
    outbound('7', '', { type: 'location', detail: { latitude: 1, longitude: 2 } }),
  ]
  expect(historyOf(messages).map(([, text]) => text)).toEqual([
    'Hi [buttons: Yes]',
    '[file image/png] for you',
    '[template “order”] A-1',
    '[template “order”] A-1',
    '[template “order”]',
    '[template “order”] Order A-1',
    '[location] {"latitude":1,"longitude":2}',
  ])
})

test('includes the latest messages up to a number and length, and reports the cut', () => {
  const many = Array.from({ length: HISTORY_MESSAGES + 1 }, (_, index) => outbound(String(index), String(index)))
  const byNumber = buildHistory({ messages: many, cut: false }, [])
  expect(byNumber.messages).toHaveLength(HISTORY_MESSAGES)
  expect(byNumber.messages.at(-1)).toEqual({ role: 'assistant', text: String(HISTORY_MESSAGES) })
  expect(byNumber.cut).toBe(true)
  const long = ['a', 'b', 'c'].map((id) => outbound(id, id.repeat(HISTORY_CHARACTERS / 2)))
  const byLength = buildHistory({ messages: long, cut: false }, [])
  expect([byLength.messages.length, byLength.cut]).toEqual([2, true])
  expect(buildHistory({ messages: long.slice(0, 1), cut: true }, []).cut).toBe(true)
  expect(buildHistory({ messages: long.slice(0, 1), cut: false }, []).cut).toBe(false)
})

test('includes the last message even if it exceeds the length', () => {
  const text = 'x'.repeat(HISTORY_CHARACTERS + 1)
  expect(historyOf([outbound('1', 'before'), inbound('2', text)], ['2'])).toEqual([['user', text]])
})
