import { expect, test } from 'vitest'
import { askedFor } from './model-fetch.ts'
import { standardConverse } from './standard-converse.ts'
import { type StandardResponse, standardCompletion } from './standard-response.ts'

const asked = { callIds: new Set<string>(), tools: new Set(['track_order', 'cancel_order']) }
const call = (args: unknown, more = {}) => ({ id: 'c1', function: { name: 'track_order', arguments: args }, ...more })
const choice = (message: unknown, more = {}) => ({ choices: [{ index: 0, message, finish_reason: 'stop', ...more }] })
const messageOf = (read: StandardResponse) =>
  read.kind === 'response' ? Object(read.body).choices[0].message : read.kind
const standardCall = (args: string, id = 'c1', name = 'track_order') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

test.each([
  ['an object', call({ order: 'A1' }), '{"order":"A1"}'],
  ['null', call(null), '{}'],
  ['empty', call(''), '{}'],
  ['blank', call(' \n'), '{}'],
  ['the word null', call('null'), '{}'],
  ['missing', { id: 'c1', function: { name: 'track_order' } }, '{}'],
  ['encoded twice', call(JSON.stringify('{"order":"A1"}')), '{"order":"A1"}'],
  ['JSON', call('{"order":"A1"}'), '{"order":"A1"}'],
  ['broken', call('{"order":'), '{"order":'],
  ['a list', call(['A1']), '["A1"]'],
  ['too deep', call(`{"a":${'['.repeat(9000)}${']'.repeat(9000)}}`), '""'],
  ['beside the name', { id: 'c1', name: 'track_order', args: { order: 'A1' } }, '{"order":"A1"}'],
  ['`input`', { id: 'c1', type: 'function', name: 'track_order', input: { order: 'A1' } }, '{"order":"A1"}'],
])('reads arguments: %s', (_, given, args) => {
  const read = standardCompletion(choice({ content: null, tool_calls: [given] }), asked)
  expect(messageOf(read)).toEqual({ role: 'assistant', content: null, tool_calls: [standardCall(args)] })
})

test.each([
  ['a list', { tool_calls: [call('{}')] }],
  ['one object', { tool_calls: call('{}') }],
  ['a text', { tool_calls: JSON.stringify([call('{}')]) }],
  ['a part of Google', { content: [{ id: 'c1', functionCall: { name: 'track_order', args: {} } }] }],
  ['a part of the content', { content: [{ type: 'tool_use', id: 'c1', name: 'track_order', input: {} }] }],
  ['with a namespace', { tool_calls: [call('{}', { function: { name: 'functions.track_order:0' } })] }],
  ['with a control token', { tool_calls: [call('{}', { function: { name: 'track_order<|channel|>commentary' } })] }],
])('reads calls: %s', (_, message) => {
  expect(messageOf(standardCompletion(choice(message), asked)).tool_calls).toEqual([standardCall('{}')])
})

test('reads the legacy call, which has no id', () => {
  const message = { content: null, function_call: { name: 'track_order', arguments: '{"order":"A1"}' } }
  expect(messageOf(standardCompletion(choice(message, { finish_reason: 'function_call' }), asked))).toMatchObject({
    tool_calls: [standardCall('{"order":"A1"}', 'call00000')],
  })
})

test('calls with equal ids stay apart, also from the calls of earlier responses', () => {
  const earlier = askedFor({
    messages: [{ role: 'assistant', tool_calls: [{ id: 'call_0' }] }],
    tools: [{ type: 'function', function: { name: 'track_order' } }],
  })
  const calls = ['A1', 'B2', 'C3'].map((order) => call({ order }, { id: order === 'C3' ? 'call_1' : 'call_0' }))
  expect(messageOf(standardCompletion(choice({ tool_calls: calls }), earlier)).tool_calls).toEqual([
    standardCall('{"order":"A1"}', 'call00000'),
    standardCall('{"order":"B2"}', 'call00001'),
    standardCall('{"order":"C3"}', 'call_1'),
  ])
})

test('keeps the signature that a call must come back with', () => {
  const extra = { extra_content: { google: { thought_signature: 'abc' } } }
  expect(messageOf(standardCompletion(choice({ tool_calls: [call('{}', extra)] }), asked)).tool_calls).toMatchObject([
    extra,
  ])
})

test.each([
  ['text', { content: 'Hi' }, 'Hi'],
  ['null', { content: null }, null],
  ['missing', { role: 'assistant' }, null],
  ['a number', { content: 42 }, '42'],
  [
    'parts',
    { content: [{ type: 'text', text: 'Hi ' }, { type: 'output_text', text: 'there' }, null, 'you'] },
    'Hi thereyou',
  ],
  ['one part', { content: { type: 'text', text: 'Hi' } }, 'Hi'],
  [
    'thoughts',
    {
      content: [
        { type: 'reasoning', text: 'Greet.' },
        { type: 'text', text: 'Hi' },
      ],
    },
    'Hi',
  ],
  ['in `text`', { text: 'Hi' }, 'Hi'],
])('reads content: %s', (_, message, content) => {
  expect(messageOf(standardCompletion(choice(message), asked)).content).toEqual(content)
})

test('thoughts of Mistral stay as the SDK reads them', () => {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Greet.' }] }
  const content = [thinking, { type: 'text', text: 'Hi' }]
  expect(messageOf(standardCompletion(choice({ content }), asked)).content).toEqual(content)
})

test.each([
  ['in a delta', { choices: [{ delta: { content: 'Hi' } }] }],
  ['as the text of a completion', { choices: [{ text: 'Hi', finish_reason: 'stop' }] }],
  ['as a text', { choices: [{ message: 'Hi' }] }],
  ['after an empty choice', { choices: [null, { message: { content: 'Hi' } }] }],
  ['in one choice', { choices: { message: { content: 'Hi' } } }],
  ['in a list', [{ choices: [{ message: { content: 'Hi' } }] }]],
  ['at the top, in parts', { content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' }],
  [
    'in a candidate',
    { candidates: [{ content: { parts: [{ text: 'Hm', thought: true }, { text: 'Hi' }] }, finishReason: 'STOP' }] },
  ],
  ['at the top', { message: { content: 'Hi' }, done_reason: 'stop' }],
])('finds the message: %s', (_, body) => {
  expect(messageOf(standardCompletion(body, asked))).toEqual({ role: 'assistant', content: 'Hi' })
})

test.each([
  ['text', 'none', undefined],
  ['null', null, undefined],
  ['missing', undefined, undefined],
  ['numbers as text', { prompt_tokens: '7', completion_tokens: '2' }, { prompt_tokens: 7, completion_tokens: 2 }],
  ['other names', { input_tokens: 7, output_tokens: 2 }, { prompt_tokens: 7, completion_tokens: 2 }],
  ['partly null', { prompt_tokens: 7, completion_tokens: null, prompt_tokens_details: [] }, { prompt_tokens: 7 }],
  ['no numbers', { prompt_tokens: 'many', completion_tokens: -1 }, undefined],
])('reads usage: %s', (_, usage, counted) => {
  const read = standardCompletion({ ...choice({ content: 'Hi' }), usage }, asked)
  const body = read.kind === 'response' ? read.body : {}
  if (counted) expect(body.usage).toMatchObject(counted)
  else expect(body).not.toHaveProperty('usage')
})

test.each([
  ['stop', 'stop'],
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['end_turn', 'stop'],
  [null, 'stop'],
  [{ type: 'stop' }, 'stop'],
  ['content_filter: SAFETY', 'content_filter'],
  ['SAFETY', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['refusal', 'refusal'],
  ['future', 'future'],
])('reads the finish reason %j as %s', (reason, standard) => {
  const read = standardCompletion(choice({ content: 'Hi' }, { finish_reason: reason }), asked)
  expect(read).toMatchObject({ body: { choices: [{ finish_reason: standard }] } })
})

test.each([
  [{ choices: [] }],
  [{ choices: null }],
  [{ choices: [null] }],
  [{ choices: [{}] }],
  [{}],
  [null],
  ['Hi'],
  [[]],
])('%j is a model that is down', (body) => {
  expect(standardCompletion(body, asked)).toEqual({ kind: 'unreadable' })
})

test.each([
  [{ error: { message: 'Slow down', code: 429 } }, 429],
  [{ error: { message: 'Slow down', code: 'rate_limit_exceeded' } }, 429],
  [{ error: 'Overloaded' }, 503],
  [{ error: { message: 'Bad', code: '400' } }, 400],
  [{ error: { type: 'invalid_request_error' } }, 400],
  [[{ error: { code: 503, status: 'UNAVAILABLE' } }], 503],
  [{ choices: [{ finish_reason: 'error', message: {}, error: { code: 502, message: 'Gone' } }] }, 502],
])('the error %j has the status %i', (body, status) => {
  expect(standardCompletion(body, asked)).toMatchObject({ kind: 'error', status })
})

test.each([
  [{ candidates: [{ finishReason: 'SAFETY' }] }, 'content_filter'],
  [{ candidates: [{ content: { parts: [] }, finishReason: 'PROHIBITED_CONTENT' }] }, 'content_filter'],
  [{ content: [], stop_reason: 'refusal' }, 'refusal'],
])('%j declines', (body, finish_reason) => {
  expect(standardCompletion(body, asked)).toMatchObject({ body: { choices: [{ finish_reason }] } })
})

test.each(['error', 'insufficient_system_resource'])('the finish reason %s is an outage', (reason) => {
  expect(standardCompletion(choice({ content: 'Well' }, { finish_reason: reason }), asked)).toMatchObject({
    status: 503,
  })
})

test('a blocked prompt is a filter', () => {
  expect(standardCompletion({ promptFeedback: { blockReason: 'SAFETY' } }, asked)).toMatchObject({
    body: { choices: [{ finish_reason: 'content_filter' }] },
  })
})

const converse = (content: unknown, more = {}) => ({ output: { message: { role: 'assistant', content } }, ...more })
const toolUse = (toolUseId: unknown, input: unknown) => ({ toolUse: { toolUseId, name: 'track_order', input } })

test('calls of Amazon Bedrock with equal, missing and earlier ids stay apart', () => {
  const earlier = askedFor({
    messages: [{ role: 'assistant', content: [{ toolUse: { toolUseId: 'old' } }] }],
    toolConfig: { tools: [{ toolSpec: { name: 'track_order' } }] },
  })
  const content = [
    { text: 'Wait.' },
    toolUse('a', { order: 1 }),
    toolUse('a', '{"order":2}'),
    toolUse(null, ''),
    toolUse('old', null),
  ]
  expect(standardConverse(converse(content, { stopReason: 'tool_use' }), earlier)).toMatchObject({
    body: {
      output: {
        message: {
          content: [
            { text: 'Wait.' },
            toolUse('a', { order: 1 }),
            toolUse('call00000', { order: 2 }),
            toolUse('call00001', {}),
            toolUse('call00002', {}),
          ],
        },
      },
      stopReason: 'tool_use',
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
    },
  })
})

test.each([
  ['null', null, []],
  ['text', 'Hi', [{ text: 'Hi' }]],
  ['unknown parts', [{ audio: {} }, { text: 'Hi' }, null, { reasoningContent: {} }], [{ text: 'Hi' }]],
])('reads content of Amazon Bedrock: %s', (_, content, parts) => {
  expect(standardConverse(converse(content), asked)).toMatchObject({
    body: { output: { message: { content: parts } }, stopReason: 'end_turn' },
  })
})

test('a guardrail may respond without a message; a response without both is a model that is down', () => {
  expect(standardConverse({ stopReason: 'guardrail_intervened' }, asked)).toMatchObject({ kind: 'response' })
  expect(standardConverse({ output: {} }, asked)).toEqual({ kind: 'unreadable' })
})
