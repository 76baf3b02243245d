import { expect, test } from 'vitest'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { asData } from '../tools/as-data.ts'
import { buildHistory } from './build-history.ts'
import { readAnswer } from './read-answer.ts'

const TOOLS = ['track_order', 'ask_for_human']

test.each([
  'It is on its way.',
  'Two lines.\n\n- one\n- two ',
  'Use <b>bold</b> if 3 < 4, see a[0] and [your order](https://shop.example).',
  '{"state":"sent"}',
  'track_order is not a word for you.',
  'It is Wednesday, 21:56 UTC.',
])('leaves a usual answer alone: %j', (text) => {
  expect(readAnswer(text, TOOLS)).toEqual({ text, hasCall: false })
})

// Responses that small models gave.
test.each([
  ['<customer_message>Where is it?</customer_message>\nIt is on its way.', 'Where is it?\nIt is on its way.'],
  ['<customer_message>It is on its way.', 'It is on its way.'],
  ['<think>The order is A-1.\nI answer.</think>\n\nIt is on its way.', 'It is on its way.'],
  ['<data from="track_order">\non its way\n</data>', 'on its way'],
  ['It is on its way.<|im_end|>', 'It is on its way.'],
  ['It is on its way.</s>', 'It is on its way.'],
  ['[A human colleague wrote:] It is on its way.', 'It is on its way.'],
  ['Choose one. [buttons: Track it | Return it]', 'Choose one.'],
  ["It's Tuesday, 2026-11-25T21:56 UTC. What can I do for you today?", 'What can I do for you today?'],
  ["It is Wednesday, 2026-11-25T21:56 UTC.\nThe customer's name: hi", ''],
  ['<think>Nothing to say', ''],
  [' \n', ''],
])('removes markup from %j', (said, text) => {
  expect(readAnswer(said, TOOLS)).toEqual({ text: said.trim() === '' ? said : text, hasCall: false })
})

test.each([
  ['I will look. <tool_call>\n{"name": "track_order", "arguments": {"order": "A-1"}}\n</tool_call>', 'I will look.'],
  ['<function=track_order>{"order": "A-1"}</function>', ''],
  ['<|python_tag|>track_order.call(order="A-1")', ''],
  ['[TOOL_CALLS] [{"name": "track_order", "arguments": {}}]', ''],
  ['<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function', ''],
  ['<function_calls><invoke name="track_order"></invoke></function_calls>Done.', 'Done.'],
  ['{"name": "track_order", "arguments": {"order": "A-1"}}', ''],
  ['```json\n[{"type": "function", "function": {"name": "track_order"}}]\n```', ''],
  ['track_order({"order": "A-1"})', ''],
])('recognizes a tool call as text: %j', (said, text) => {
  expect(readAnswer(said, TOOLS)).toEqual({ text, hasCall: true })
})

test('removes every mark of the history and of data', () => {
  const base = { organizationId: 'o', conversationId: 'c', waId: '', sentAt: 0, takenAt: 0, expiresAt: 1 }
  const sent: MessageItem = {
    ...base,
    id: '1',
    direction: 'outbound',
    role: 'human',
    type: 'buttons',
    text: 'Hi',
    media: [{ url: 'u', mimeType: 'image/svg+xml' }],
    template: { name: 'order ships', language: 'en' },
    buttons: [{ type: 'quick_reply', text: 'Yes' }],
  }
  const [shown] = buildHistory({ messages: [sent], cut: false }, []).messages
  const said = shown && 'text' in shown ? shown.text : ''
  expect(readAnswer(said, TOOLS).text.replaceAll(/\s+/g, '')).toBe('Hi')
  expect(readAnswer(asData('My tool', 'found'), TOOLS).text).toBe('found')
})
