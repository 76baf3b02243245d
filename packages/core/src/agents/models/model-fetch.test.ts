import { type Listening, listen } from '@replywright/simulators/http.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { generateStep } from './generate-step.ts'
import { openLanguageModel } from './open-model.ts'

let server: Listening | undefined
afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
})

const parameters = { type: 'object', properties: { order: { type: 'string' } } }
const TRACK = { name: 'track_order', description: 'Tracks an order', parameters }

/** Asks a model that responds with a body. */
async function ask(kind: 'bedrock' | 'server', body: string, status = 200) {
  server = await listen(async (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  vi.stubEnv('AWS_ENDPOINT_URL', server.url)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  const choice =
    kind === 'server' ? ({ kind, id: 'm', baseUrl: `${server.url}/v1`, apiKey: '' } as const) : { kind, id: 'm' }
  return await generateStep({
    model: await openLanguageModel(choice),
    system: '',
    messages: [{ role: 'user', text: 'Where are A1 and B2?' }],
    tools: [TRACK],
    signal: new AbortController().signal,
  })
}

const [first, second] = [{ order: 'A1' }, { order: 'B2' }]
const openAiCall = (args: object) => ({
  id: 'call_0',
  function: { name: 'track_order', arguments: JSON.stringify(args) },
})
const twoCalls = { choices: [{ message: { tool_calls: [openAiCall(first), openAiCall(second)] } }] }
const bedrockCall = (input: object) => ({ toolUse: { toolUseId: 'call_0', name: 'track_order', input } })
const twoUses = {
  output: { message: { role: 'assistant', content: [bedrockCall(first), bedrockCall(second)] } },
  stopReason: 'tool_use',
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
}

test.each([
  ['server', twoCalls],
  ['bedrock', twoUses],
] as const)('two calls of one response with the same id both run (%s)', async (kind, body) => {
  const { toolCalls } = await ask(kind, JSON.stringify(body))
  expect(toolCalls).toEqual([
    { id: 'call_0', name: 'track_order', args: first },
    { id: 'call00000', name: 'track_order', args: second },
  ])
})

const refusal = (message: object, finish_reason: string) => ({ choices: [{ message, finish_reason }] })
const converse = (stopReason: string, text: string) => ({ output: { message: { content: [{ text }] } }, stopReason })
const partial = { content: 'Well, first you', tool_calls: [openAiCall(first)] }

test.each([
  ['server', refusal({ content: null }, 'content_filter'), 'filter', ''],
  ['server', refusal(partial, 'content_filter'), 'filter', ''],
  ['server', refusal(partial, 'SAFETY'), 'filter', ''],
  ['server', { promptFeedback: { blockReason: 'OTHER' } }, 'filter', ''],
  [
    'server',
    refusal({ content: 'Well', refusal: 'I can’t help with that.' }, 'stop'),
    'model',
    'I can’t help with that.',
  ],
  ['server', refusal({ content: [{ type: 'refusal', refusal: 'No.' }] }, 'stop'), 'model', 'No.'],
  ['server', refusal({ content: 'Well' }, 'refusal'), 'model', ''],
  ['bedrock', converse('guardrail_intervened', 'This is blocked.'), 'filter', 'This is blocked.'],
  ['bedrock', converse('content_filtered', 'Well, first'), 'filter', ''],
  ['bedrock', converse('refusal', 'Well, first'), 'model', ''],
] as const)('a response of a %s that declines is final: %j', async (kind, body, declined, text) => {
  expect(await ask(kind, JSON.stringify(body))).toMatchObject({ declined, text, toolCalls: [] })
})

const azure = {
  code: 'content_filter',
  status: 400,
  message: 'The response was filtered',
  innererror: { code: 'ResponsibleAIPolicyViolation' },
}

test.each([
  [400, { error: azure }],
  [
    400,
    {
      error: { code: 'invalid_prompt', message: 'Your prompt was flagged as potentially violating our usage policy.' },
    },
  ],
  [400, { error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' } }],
  [400, { error: { type: 'invalid_request_error', message: 'Content Exists Risk' } }],
  [400, { error: { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' } }],
  [403, { error: { code: 403, message: 'Moderation', metadata: { reasons: ['x'], flagged_input: 'y' } } }],
  [200, { error: azure }],
])('a filter rejects a request with the status %i: %j', async (status, body) => {
  await expect(ask('server', JSON.stringify(body), status)).rejects.toMatchObject({
    name: 'ModelRefusedError',
    isFiltered: true,
  })
})

test('another rejection is no filter', async () => {
  const body = { error: { code: 'context_length_exceeded', message: 'Too long' } }
  await expect(ask('server', JSON.stringify(body), 400)).rejects.toMatchObject({ isFiltered: false })
})

test('a byte order mark does not matter, and an error with a success status is an error', async () => {
  const { text } = await ask('server', `\ufeff${JSON.stringify({ choices: [{ message: { content: 'Hi' } }] })}`)
  expect(text).toBe('Hi')
  await server?.close()
  const error = JSON.stringify({ error: { message: 'Slow down', code: 429 } })
  await expect(ask('server', error)).rejects.toMatchObject({ name: 'ModelDownError', status: 429 })
})

test.each([
  ['without a choice', '{"choices":[]}'],
  ['too deep', `{"choices":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['too large', `{"a":"${'x'.repeat(5_000_000)}"}`],
  ['no JSON', '<html>'],
])('a response %s is a model that is down', async (_, body) => {
  await expect(ask('server', body)).rejects.toMatchObject({ name: 'ModelDownError', reason: 'unreadable' })
})
