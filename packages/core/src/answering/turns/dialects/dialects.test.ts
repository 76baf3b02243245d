import { expect, test } from 'vitest'
import { readAnswer } from '../read-answer.ts'
import {
  ANSWER_FIELDS,
  ANSWER_LABELS,
  ANSWER_TAGS,
  CALL_FENCES,
  CALL_MARKS,
  CALL_TAGS,
  CALL_TOKENS,
  CONTROL_TAGS,
  CUSTOMER_LABELS,
  ENDS,
  PREFACES,
  REASONING_MARKS,
  REASONING_TAGS,
  REASONING_TOKENS,
  RESULT_FENCES,
  RESULT_TAGS,
  ROLES,
} from './dialects.ts'

const tools = [{ name: 'track_order', parameters: { type: 'object', properties: { order: { type: 'string' } } } }]
const call = '{"name": "track_order", "arguments": {"order": "A-1"}}'
const calls = [{ name: 'track_order', args: { order: 'A-1' } }]

const pairs = [
  ...REASONING_TAGS.map(({ open, close = `/${open}` }) => [`<${open}>`, `<${close}>`]),
  ...REASONING_TOKENS.map(({ open, close }) => [`<|${open}|>`, `<|${close}|>`]),
  ...REASONING_MARKS.map(({ open, close }) => [open, close]),
]

test.each(pairs)('%s and %s surround thoughts', (open, close) => {
  const text = (said: string) => readAnswer(said, tools).text
  expect(text(`${open}The customer asks.${close}Hello.`)).toBe('Hello.')
  expect(text(`The customer asks.${close}Hello.`)).toBe('Hello.')
  expect(text(`Hello.${open}The customer asks.`)).toBe('Hello.')
  expect(text(`Models write \`${open}\` and "${close}".`)).toBe(`Models write \`${open}\` and "${close}".`)
})

test.each(PREFACES)('$open is before thoughts, $close before the answer', ({ open, close }) => {
  expect(readAnswer(`${open} The customer asks. ${close} Hello.`, tools).text).toBe('Hello.')
})

test.each(ANSWER_TAGS)('<$open> surrounds an answer', ({ open }) => {
  expect(readAnswer(`<${open}>\nHello.\n</${open}>`, tools).text).toBe('Hello.')
})

test.each(ANSWER_LABELS)('“$open” is before an answer', ({ open }) => {
  expect(readAnswer(`${open} Hello.`, tools).text).toBe('Hello.')
  expect(readAnswer(`${open.toUpperCase()}\nHello.\n\nUser: Thanks\n${open} Welcome`, tools).text).toBe('Hello.')
})

test.each(CUSTOMER_LABELS)('“$open” opens an invented message', ({ open }) => {
  expect(readAnswer(`Hello.\n\n${open} Thanks`, tools).text).toBe('Hello.')
})

test.each(ANSWER_FIELDS)('an answer is the only field $open of JSON', ({ open }) => {
  expect(readAnswer(JSON.stringify({ [open]: 'Hello.' }), tools).text).toBe('Hello.')
  expect(readAnswer(JSON.stringify({ role: 'assistant', [open]: 'Hello.' }), tools).text).toBe('Hello.')
  const more = JSON.stringify({ [open]: 'Hello.', size: 'M' })
  expect(readAnswer(more, tools).text).toBe(more)
})

test.each([
  'Thought: I look.\nAction: track_order\nAction Input: {"order": "A-1"}',
  'Question: where?\nThought: I look.\n**Action:** track_order\nAction Input: {"order": "A-1"}\nObservation: sent\nFinal Answer: Sent.',
  'Thought: I look.\nAction: track_order[A-1]\nObservation: sent',
  '<track_order order="A-1"/>',
])('%j is a call, and what follows is invented', (said) => {
  expect(readAnswer(said, tools)).toEqual({ text: '', hasCall: true, calls })
})

test.each([
  '<!-- The customer asks. -->Hello.',
  '<details type="reasoning">\n<summary>Thought for 2 seconds</summary>\nThe customer asks.\n</details>\nHello.',
  'Hello.<!-- The customer asks.',
  '[BOS]Hello.[EOS]more',
])('%j has a hidden part', (said) => {
  expect(readAnswer(said, tools).text).toBe('Hello.')
})

test.each([
  'User: robin\nPassword: in the letter',
  'Action: press the button.',
  '<details><summary>Sizes</summary>S, M</details>',
  '{"text": 1}',
])('%j is a usual answer', (said) => {
  expect(readAnswer(said, tools)).toEqual({ text: said, hasCall: false, calls: [] })
})

test.each([
  ...CALL_TAGS.map(({ open }) => `<${open}>${call}</${open}>`),
  ...CALL_TOKENS.map(({ open, close }) => `<|${open}|>${call}${close ? `<|${close}|>` : ''}`),
  ...CALL_MARKS.map(({ open, close = open.endsWith('[') ? ']' : '' }) => `${open}${call}${close}`),
  ...CALL_FENCES.map(({ open }) => `\`\`\`${open}\n${call}\n\`\`\``),
])('%s is a call', (said) => {
  expect(readAnswer(said, tools)).toEqual({ text: '', hasCall: true, calls })
  expect(readAnswer(said.replace('track_order', 'drop_table'), tools)).toEqual({ text: '', hasCall: true, calls: [] })
})

test.each([
  ...RESULT_TAGS.map(({ open }) => `<${open}>{"state": "sent"}</${open}>`),
  ...RESULT_FENCES.map(({ open }) => `\`\`\`${open}\n{"state": "sent"}\n\`\`\``),
])('%s is the invented result of a call', (said) => {
  expect(readAnswer(said, tools)).toMatchObject({ text: '', hasCall: true, calls: [] })
})

test.each([
  ...ENDS.map(({ open }) => `Hello.<|${open}|>\nuser: hi`),
  ...ROLES.map(({ open }) => `Hello.<|${open}|>user\nhi`),
  ...CONTROL_TAGS.map(({ open }) => `<${open}>Hello.`),
])('%s is more than the answer', (said) => {
  expect(readAnswer(said, tools).text).toBe('Hello.')
})
