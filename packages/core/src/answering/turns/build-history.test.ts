import { expect, test } from 'vitest'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { turnOut } from '../../conversations/messages/turn-message.ts'
import { buildHistory, HISTORY_MESSAGES, LARGE_RESULT } from './build-history.ts'
import type { EarlierCall, EarlierStep } from './earlier-steps.ts'

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
    `[document “${'x'.repeat(95)}… cut”]`,
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
  // 250 tokens and the message's marks.
  const long = ['a', 'b', 'c'].map((id) => outbound(id, id.repeat(1000)))
  const upTo = (tokens: number) => buildHistory({ messages: long, cut: false }, [], [], tokens)
  expect([upTo(508).messages.length, upTo(508).cut]).toEqual([2, true])
  expect([upTo(507).messages.length, upTo(762).messages.length, upTo(762).cut]).toEqual([1, 3, false])
  expect(buildHistory({ messages: long.slice(0, 1), cut: true }, []).cut).toBe(true)
  expect(buildHistory({ messages: long.slice(0, 1), cut: false }, []).cut).toBe(false)
})

test('includes the last message even if it exceeds the budget', () => {
  const history = buildHistory(
    { messages: [outbound('1', 'before'), inbound('2', 'too long')], cut: false },
    ['2'],
    [],
    0,
  )
  expect(history).toMatchObject({ messages: [{ role: 'user', text: 'too long' }], cut: true })
})

test('counts the bytes of other scripts', () => {
  const messages = [outbound('1', 'д'.repeat(100)), outbound('2', '')]
  const upTo = (tokens: number) => buildHistory({ messages, cut: false }, [], [], tokens).messages.length
  expect([upTo(57), upTo(58)]).toEqual([1, 2])
})

const call = (id: string, text = `<data from="find_item">\n${id}\n</data>`): EarlierCall => ({
  id,
  name: 'find_item',
  args: { id },
  text,
})
const step = (turnId: string, at: number, ...calls: readonly EarlierCall[]): EarlierStep => ({
  turnId,
  agentId: 'agent',
  at,
  calls,
})

/** Returns each message as its text, and each step as the ids of its calls. */
const partsOf = (
  messages: readonly MessageItem[],
  covers: readonly string[],
  steps: readonly EarlierStep[],
  tokens = 8000,
) =>
  buildHistory({ messages, cut: false }, covers, steps, tokens).messages.map((message) =>
    message.role === 'calls' ? message.calls.map(({ id }) => id) : message.text,
  )

const earlier = (id: string, turnId: string, takenAt: number) =>
  inbound(id, id, { out: undefined, turnId, takenAt, sentAt: takenAt })
const reply = (id: string, takenAt: number) => outbound(id, id, { takenAt, sentAt: takenAt })
const asked = (id: string, takenAt: number) => inbound(id, id, { takenAt, sentAt: takenAt })

test.each<[string, readonly MessageItem[], readonly string[], readonly EarlierStep[], unknown]>([
  [
    'calls stand between the message and its reply',
    [earlier('q1', 'q1', 1), reply('r1', 9), asked('q2', 20)],
    ['q2'],
    [step('q1', 3, call('a')), step('q1', 5, call('b'), call('c'))],
    ['q1', ['a'], ['b', 'c'], 'r1', 'q2'],
  ],
  [
    'a turn that answered several messages has its calls behind the last',
    [earlier('q1', 'q1', 1), earlier('q2', 'q1', 2), reply('r1', 9), asked('q3', 20)],
    ['q3'],
    [step('q1', 3, call('a'))],
    ['q1', 'q2', ['a'], 'r1', 'q3'],
  ],
  [
    'a message that came in the middle of a turn is answered by the next one',
    [earlier('q1', 'q1', 1), earlier('q2', 'q2', 4), reply('r1', 9), reply('r2', 19), asked('q3', 20)],
    ['q3'],
    [step('q1', 3, call('a')), step('q2', 12, call('b'))],
    ['q1', ['a'], 'q2', ['b'], 'r1', 'r2', 'q3'],
  ],
  [
    'the calls of a turn that failed stand behind its message, which is answered now',
    [asked('q1', 1), asked('q2', 20)],
    ['q1', 'q2'],
    [step('q1', 3, call('a'))],
    ['q1', ['a'], 'q2'],
  ],
  [
    'the calls of a wake-up have their place by time',
    [earlier('q1', 'q1', 1), reply('r1', 9), reply('woken', 50), asked('q2', 90)],
    ['q2'],
    [step('q1', 3, call('a')), step('wake-up', 48, call('w'))],
    ['q1', ['a'], 'r1', ['w'], 'woken', 'q2'],
  ],
  [
    'a wake-up of a trigger without messages knows its own calls only',
    [],
    [],
    [step('wake-up', 48, call('w')), step('earlier', 4, call('v'))],
    [['v'], ['w']],
  ],
  [
    'calls never follow the message to answer, even if clocks differ',
    [earlier('q1', 'q1', 5), reply('r1', 9), asked('q2', 20)],
    ['q2'],
    [step('gone', 30, call('a'))],
    ['q1', 'r1', ['a'], 'q2'],
  ],
  [
    'calls whose message is older than the visible ones come first',
    [reply('r1', 9), asked('q2', 20)],
    ['q2'],
    [step('gone', 3, call('a'))],
    [['a'], 'r1', 'q2'],
  ],
])('%s', (_, messages, covers, steps, expected) => {
  expect(partsOf(messages, covers, steps)).toEqual(expected)
})

test('the latest calls are included first, each with its whole step', () => {
  const messages = [earlier('q1', 'q1', 1), reply('r1', 9), earlier('q2', 'q2', 20), reply('r2', 29), asked('q3', 30)]
  const steps = [step('q1', 3, call('a')), step('q2', 21, call('b'), call('c'))]
  expect(partsOf(messages, ['q3'], steps, 58)).toEqual([['b', 'c'], 'r2', 'q3'])
  expect(partsOf(messages, ['q3'], steps, 20)).toEqual(['r2', 'q3'])
  expect(partsOf(messages, ['q3'], steps, 200)).toEqual(['q1', ['a'], 'r1', 'q2', ['b', 'c'], 'r2', 'q3'])
})

test('a large result is cut, and can be recalled whole', () => {
  const text = `<data from="find_item">\n${'é'.repeat(LARGE_RESULT)}\n</data>`
  const history = buildHistory(
    { messages: [earlier('q1', 'q1', 1), asked('q2', 20)], cut: false },
    ['q2'],
    [step('q1', 3, call('large', text), call('small'))],
    8000,
  )
  const calls = history.messages.flatMap((message) => (message.role === 'calls' ? message.calls : []))
  expect(calls[0]?.text).toMatch(
    /^<data from="find_item">\né{400,}\n<\/data>\n\[… cut: 9 KB in all\. recall with the id "large" returns the whole result\.\]$/,
  )
  expect(calls[1]).toEqual(call('small'))
  expect([...history.results]).toEqual([['large', text]])
})

test('results are shorter if the budget has no room for more, before calls are left out', () => {
  const text = 'x'.repeat(LARGE_RESULT)
  const messages = [earlier('q1', 'q1', 1), asked('q2', 20)]
  const steps = [step('q1', 3, call('a', text))]
  const shown = buildHistory({ messages, cut: false }, ['q2'], steps, 120).messages
  expect(shown[1]).toMatchObject({ calls: [{ text: expect.stringMatching(/^x{256}\n\[… cut: 4 KB in all/) }] })
  const none = buildHistory({ messages, cut: false }, ['q2'], steps, 50)
  expect(none).toMatchObject({ messages: [{ text: 'q2' }], cut: true })
  expect(none.results.size).toBe(0)
})
