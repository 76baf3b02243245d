import { expect, test } from 'vitest'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { asData } from '../tools/as-data.ts'
import { buildHistory } from './build-history.ts'
import { readAnswer } from './read-answer.ts'

const order = { type: 'object', properties: { order: { type: 'string' }, days: { type: 'number' } } }
const TOOLS = [
  { name: 'track_order', parameters: order },
  { name: 'ask_for_human', parameters: { type: 'object', properties: { reason: { type: 'string' } } } },
]

test.each([
  'It is on its way.',
  'Two lines.\n\n- one\n- two ',
  'Use <b>bold</b> if 3 < 4, see a[0] and [your order](https://shop.example).',
  '{"state":"sent"}',
  'track_order is not a word for you.',
  'It is Wednesday, 21:56 UTC.',
  'The tag `<think>` starts it, and "</think>" ends it.',
  'Models write “<|im_end|>” at the end.',
  'Our analysis shows that the final price is 5 < 7 > 3.',
  '```json\n{"name": "Robin", "arguments": {}}\n```',
  '{"name": "cancel_order", "arguments": {}}',
  'Send print(1) or [a](b) and {x}.\n{x}\n[y]\nThanks [think about it].',
  'finally, it is here. <3',
  'Write it as a <b',
  'The operator is a <| b and more',
  'Models begin with “<|im',
])('leaves a usual answer alone: %j', (text) => {
  expect(readAnswer(text, TOOLS)).toEqual({ text, hasCall: false, calls: [] })
})

// Responses that small models gave.
test.each([
  ['<customer_message>Where is it?</customer_message>\nIt is on its way.', 'Where is it?\nIt is on its way.'],
  ['<customer_message>It is on its way.', 'It is on its way.'],
  ['<think>The order is A-1.\nI answer.</think>\n\nIt is on its way.', 'It is on its way.'],
  ['<data from="track_order">\non its way\n</data>', 'on its way'],
  ['It is on its way.<|im_end|>', 'It is on its way.'],
  ['It is on its way.</s>', 'It is on its way.'],
  ['It is on its way.<|', 'It is on its way.'],
  ['It is on its way.</|im_end|>', 'It is on its way.'],
  ['It is on its way.</|im', 'It is on its way.'],
  ['It is on its way.<|im_en', 'It is on its way.'],
  ['It is on its way.<end_of_tu', 'It is on its way.'],
  ['It is on its way.\n[thin', 'It is on its way.'],
  ['I look at the order first.</thin', ''],
  ['<|im', ''],
  ['[A human colleague wrote:] It is on its way.', 'It is on its way.'],
  ['Choose one. [buttons: Track it | Return it]', 'Choose one.'],
  ["It's Tuesday, 2026-11-25T21:56 UTC. What can I do for you today?", 'What can I do for you today?'],
  ["It is Wednesday, 2026-11-25T21:56 UTC.\nThe customer's name: hi", ''],
  ['<think>Nothing to say', ''],
  [' \n', ''],
])('removes markup from %j', (said, text) => {
  expect(readAnswer(said, TOOLS)).toEqual({ text: said.trim() === '' ? said : text, hasCall: false, calls: [] })
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
  expect(readAnswer(said, TOOLS)).toMatchObject({ text, hasCall: true })
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

const thoughts = 'The order is A-1.\nI answer.'
const said = 'It is on its way.'

test.each([
  `<think>${thoughts}</think>\n\n${said}`,
  `<THINK>${thoughts}</THINK>${said}`,
  `<thinking>${thoughts}</thinking>${said}`,
  `<thought>${thoughts}</thought>${said}`,
  `<reasoning>${thoughts}</reasoning>${said}`,
  `<reflection>${thoughts}</reflection>${said}`,
  `<scratchpad step="1">${thoughts}</scratchpad>${said}`,
  `<seed:think>${thoughts}</seed:think>${said}`,
  `<mm:think>${thoughts}</mm:think>${said}`,
  `[THINK]${thoughts}[/THINK]${said}`,
  `◁think▷${thoughts}◁/think▷${said}`,
  `<|begin_of_thought|>${thoughts}<|end_of_thought|><|begin_of_solution|>${said}<|end_of_solution|>`,
  `<|START_THINKING|>${thoughts}<|END_THINKING|><|START_RESPONSE|>${said}<|END_RESPONSE|>`,
  `<unused94>thought\n${thoughts}<unused95>${said}`,
  `${thoughts}\n</think>\n\n${said}`,
  `${thoughts}</thinking>${said}`,
  `${thoughts}[/THINK]${said}`,
  `${thoughts}◁/think▷${said}`,
  `${thoughts}<|end_of_thought|>${said}`,
  `${thoughts}</seed:think>${said}`,
  `<think>a<think>b</think>${thoughts}</think>${said}`,
  `<think>a</think><think>${thoughts}</think>${said}`,
  `${said}<think>${thoughts}`,
  `<think>${thoughts}</thinking>${said}`,
  `Here is my thought process: ${thoughts} Here is my response: ${said}`,
  `Thought: ${thoughts}\nFinal Answer: ${said}`,
  `<think>${thoughts}</think><answer>${said}</answer>`,
  `<|channel|>analysis<|message|>${thoughts}<|end|><|start|>assistant<|channel|>final<|message|>${said}`,
  `<|channel|>analysis<|message|>${thoughts}<|end|><|start|>assistant<|channel|>final<|message|>${said}<|return|>`,
  `<|start|>assistant<|channel|>analysis<|message|>${thoughts}<|end|><|start|>assistant<|channel|>commentary<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>${said}<|return|>`,
  `<|channel|>final<|message|>A draft.<|end|><|channel|>final <|constrain|>text<|message|>${said}`,
  `${thoughts}<|channel|>final<|message|>${said}`,
  `<|channel|>final ${said}`,
  `analysisThe order is A-1.assistantfinal${said}`,
  `analysisThe order is A-1.assistantanalysisHm.assistantfinal${said}`,
  `${thoughts}assistantfinal${said}`,
  `final${said}`,
  `&lt;think&gt;${thoughts}&lt;/think&gt;${said}`,
  `<think/>${said}`,
  `<|thinking|>${thoughts}<|/thinking|>${said}`,
  `<|channel>thought\n${thoughts}<channel|>${said}`,
  `**Thinking:** ${thoughts}\n\n**Answer:** ${said}`,
  `Reasoning: ${thoughts}\nFinal answer: ${said}`,
  `<analysis>${thoughts}</analysis><final>${said}</final>`,
  `<final>${said}</final>`,
  `assistant\n\n${said}`,
])('what a model thinks is not sent: %j', (text) => {
  expect(readAnswer(text, TOOLS)).toEqual({ text: said, hasCall: false, calls: [] })
})

test.each([
  `<think>${thoughts}`,
  `${thoughts}</think>`,
  `<|channel|>analysis<|message|>${thoughts}`,
  'analysisThe order is A-1.',
  `[THINK]${thoughts}`,
])('nothing remains of thoughts alone: %j', (text) => {
  expect(readAnswer(text, TOOLS)).toEqual({ text: '', hasCall: false, calls: [] })
})

test.each([
  `${said}<end_of_turn>`,
  `${said}<end_of_turn>\n<start_of_turn>user\nThanks!`,
  `<start_of_turn>model\n${said}<end_of_turn>`,
  `${said}<|im_end|>\n<|im_start|>user\nThanks!<|im_end|>`,
  `<|im_start|>assistant\n${said}`,
  `<|start_header_id|>assistant<|end_header_id|>\n\n${said}<|eot_id|>`,
  `${said}</s>`,
  `<s> ${said} </s>`,
  `[/INST] ${said}`,
  `${said} [INST] Thanks [/INST] Welcome`,
  `${said}<|endoftext|>Human: hi`,
  `<｜Assistant｜>${said}<｜end▁of▁sentence｜><｜User｜>Thanks`,
  `${said}<|end|>`,
  `<|assistant|>\n${said}\n<|user|>\nThanks`,
  `<|begin_of_box|>${said}<|end_of_box|>`,
  `<bos>${said}<eos>`,
])('control tokens are not sent, nor another turn: %j', (text) => {
  expect(readAnswer(text, TOOLS).text).toBe(said)
})

const json = '{"name": "track_order", "arguments": {"order": "A-1"}}'
const a1 = { name: 'track_order', args: { order: 'A-1' } }

test.each([
  `<tool_call>\n${json}\n</tool_call>`,
  `<tool_call>${json}`,
  '<tool_call>{"name": "track_order", "parameters": {"order": "A-1"}}</tool_call>',
  '<tool_call>track_order\n<arg_key>order</arg_key>\n<arg_value>A-1</arg_value>\n</tool_call>',
  '<tool_call>\n<function=track_order>\n<parameter=order>\nA-1\n</parameter>\n</function>\n</tool_call>',
  '<function=track_order>{"order": "A-1"}</function>',
  '<minimax:tool_call><invoke name="track_order"><parameter name="order">A-1</parameter></invoke></minimax:tool_call>',
  '<function_calls>\n<invoke name="track_order">\n<parameter name="order">A-1</parameter>\n</invoke>\n</function_calls>',
  `<${'antml'}:function_calls><${'antml'}:invoke name="track_order"><${'antml'}:parameter name="order">A-1</${'antml'}:parameter></${'antml'}:invoke></${'antml'}:function_calls>`,
  '<｜DSML｜function_calls><｜DSML｜invoke name="track_order"><｜DSML｜parameter name="order" string="true">A-1</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>',
  '<invoke name="track_order"><parameter name="order">A-1</parameter></invoke>',
  `[TOOL_CALLS] [${json}]`,
  '[TOOL_CALLS]track_order[ARGS]{"order": "A-1"}',
  '[TOOL_CALLS]track_order{"order": "A-1"}</s>',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>track_order\n```json\n{"order": "A-1"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>track_order<｜tool▁sep｜>{"order": "A-1"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.track_order:0<|tool_call_argument_begin|>{"order": "A-1"}<|tool_call_end|><|tool_calls_section_end|>',
  `<|tool_call|>[${json}]`,
  '<|tool_call_start|>[track_order(order="A-1")]<|tool_call_end|>',
  '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "track_order", "parameters": {"order": "A-1"}}]<|END_ACTION|>',
  `<|action_start|><|plugin|>${json}<|action_end|>`,
  '<|tools_prefix|>[{"track_order": {"order": "A-1"}}]<|tools_suffix|>',
  'functools[{"name": "track_order", "arguments": {"order": "A-1"}}]',
  '<|python_tag|>{"name": "track_order", "parameters": {"order": "A-1"}}<|eom_id|>',
  '<|python_tag|>track_order.call(order="A-1")',
  '```tool_code\nprint(track_order(order="A-1"))\n```',
  "```tool_code\nprint(default_api.track_order(order='A-1'))\n```",
  '```tool_code\nresult = track_order("A-1")\nprint(result)\n```'.replace('\nprint(result)', ''),
  `\`\`\`json\n${json}\n\`\`\``,
  '```\n[{"type": "function", "function": {"name": "track_order", "arguments": "{\\"order\\": \\"A-1\\"}"}}]\n```',
  json,
  '{"type": "function", "name": "track_order", "parameters": {"order": "A-1"}}',
  `{"tool_calls": [${json}]}`,
  '{"action": "track_order", "action_input": {"order": "A-1"}}',
  "{'name': 'track_order', 'arguments': {'order': 'A-1'}}",
  '[track_order(order="A-1")]',
  'track_order("A-1")',
  '<|tool_call>call:track_order{order:<|"|>A-1<|"|>}<tool_call|>',
  '<tool_use><name>track_order</name><arguments>{"order":"A-1"}</arguments></tool_use>',
  '<use_mcp_tool>\n<tool_name>track_order</tool_name>\n<arguments>\n{"order":"A-1"}\n</arguments>\n</use_mcp_tool>',
  '<tool_call name="track_order">{"order": "A-1"}</tool_call>',
  '<track_order>{"order": "A-1"}</track_order>',
  '<track_order>\n<order>A-1</order>\n</track_order>',
  '```xml\n<tool_call>{"name": "track_order", "arguments": {"order": "A-1"}}</tool_call>\n```',
  'track_order({"order": "A-1"})',
  'print(track_order(order="A-1"))',
  'Action: track_order\nAction Input: {"order": "A-1"}',
  '<|channel|>commentary to=functions.track_order <|constrain|>json<|message|>{"order": "A-1"}<|call|>',
  '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant to=functions.track_order<|channel|>commentary json<|message|>{"order": "A-1"}<|call|>',
  'analysisWe need it.assistantcommentary to=functions.track_order json{"order": "A-1"}',
  'commentary to=functions.track_order json{"order": "A-1"}',
  `<think>Hm</think><tool_call>${json}</tool_call><|im_end|>`,
])('a call as text is read: %j', (text) => {
  expect(readAnswer(text, TOOLS)).toEqual({ text: '', hasCall: true, calls: [a1] })
})

test.each([
  `I will look.\n${json}`,
  'I will look.\n\ntrack_order(order="A-1")',
  `I will look.\n<tool_call>${json}</tool_call>\n<tool_response>{"state": "sent"}</tool_response>`,
  `I will look.\n\`\`\`json\n${json}\n\`\`\``,
])('a call behind a text is read: %j', (text) => {
  expect(readAnswer(text, TOOLS)).toEqual({ text: 'I will look.', hasCall: true, calls: [a1] })
})

test.each([
  [`Tool call: ${json}`, 'Tool call:'],
  ['I will call track_order(order="A-1") now.', 'I will call  now.'],
])('a call inside of a sentence is read: %j', (text, rest) => {
  expect(readAnswer(text, TOOLS)).toEqual({ text: rest, hasCall: true, calls: [a1] })
})

test('a call inside of a sentence that is not understood is not sent', () => {
  expect(readAnswer('I will call track_order(order=…) now.', TOOLS)).toMatchObject({ hasCall: true, calls: [] })
})

test('a word that is the name of a tool is an answer', () => {
  const tools = [{ name: 'help', parameters: {} }]
  for (const text of ['help', 'Help: help!']) expect(readAnswer(text, tools).text).toBe(text)
  expect(readAnswer('help()', tools).calls).toEqual([{ name: 'help', args: {} }])
})

test('several calls are read in order, with typed arguments', () => {
  const b2 = { name: 'track_order', args: { order: 'B-2', days: 3 } }
  const two = '{"name": "track_order", "arguments": {"order": "B-2", "days": 3}}'
  for (const text of [
    `<tool_call>${json}</tool_call>\n<tool_call>${two}</tool_call>`,
    `[TOOL_CALLS] [${json}, ${two}]`,
    `${json}; ${two}`,
    `${json}\n${two}`,
    '[track_order(order="A-1"), track_order("B-2", days=3)]',
    '[TOOL_CALLS]track_order[ARGS]{"order": "A-1"}[TOOL_CALLS]track_order[ARGS]{"order": "B-2", "days": 3}',
    '```tool_code\ntrack_order(order="A-1")\ntrack_order(order="B-2", days=3)\n```',
  ])
    expect(readAnswer(text, TOOLS)).toEqual({ text: '', hasCall: true, calls: [a1, b2] })
})

test.each([
  '<tool_call>{"name": "drop_table", "arguments": {}}</tool_call>',
  '<tool_call>{"name": "track_order", "arguments": </tool_call>',
  `<tool_call>${json}</tool_call><tool_call>{"name": "drop_table"}</tool_call>`,
  '[TOOL_CALLS] hm',
  '```tool_code\nimport os\n```',
  '<|channel|>commentary to=functions.drop_table<|message|>{}',
  '<tool_response>{"state": "sent"}</tool_response>',
])('a call that is not understood does not run: %j', (text) => {
  expect(readAnswer(text, TOOLS)).toMatchObject({ text: '', hasCall: true, calls: [] })
})

test('the time is linear', () => {
  const parts = [
    '<think>',
    '</think>',
    '<tool_call>',
    '<tool_call><tool_use>',
    '</s>',
    '[buttons: ',
    '```json\n{',
    '\n{',
    '\ntrack_order(',
    ' track_order(',
    '{"track_order"',
    '<track_order>',
    '<track_order><a>',
    '<name>',
    '&lt;think&gt;',
    '<|channel>',
    '<|channel|>final',
    'assistantfinal',
    "['",
    '{"a":',
    '<|im_start|>',
    '<invoke name="track_order">',
    '<arg_key>',
    '<',
    '<|',
    'Action: ',
  ]
  for (const part of parts) {
    const started = performance.now()
    readAnswer(part.repeat(20_000), TOOLS)
    expect.soft(performance.now() - started, part).toBeLessThan(5000)
  }
})
