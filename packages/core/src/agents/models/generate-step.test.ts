import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { listen } from '@replywright/simulators/http.ts'
import { type Model, startModel } from '@replywright/simulators/model/model.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { generateStep, instructions, type StepInput } from './generate-step.ts'
import { ModelDownError, ModelRefusedError } from './model-errors.ts'
import { openLanguageModel, renameLimit } from './open-model.ts'

const GET_ORDER = {
  name: 'get_order',
  description: 'Finds an order',
  parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
}

let model: Model
beforeAll(async () => {
  model = await startModel({ apiKey: 'k' })
})
afterEach(() => model.reset())
afterAll(() => model.stop())

async function step(input: Partial<StepInput> = {}, { url = model.url, apiKey = 'k', id = 'small' } = {}) {
  return await generateStep({
    model: await openLanguageModel({ kind: 'server', id, baseUrl: `${url}/v1`, apiKey }),
    system: 'Help with orders.',
    messages: [{ role: 'user', text: 'Where is my order?' }],
    tools: [GET_ORDER],
    signal: new AbortController().signal,
    ...input,
  })
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

test('sends the system prompt, messages and tools, and returns the text', async () => {
  model.script('', [{ text: 'On its way.' }])
  expect(await step()).toEqual({
    text: 'On its way.',
    toolCalls: [],
    finishReason: 'stop',
    usage: { inputTokens: expect.any(Number), outputTokens: 3, cachedTokens: 0, writtenTokens: 0 },
  })
  const [asked] = model.requests
  expect(asked?.body).toMatchObject({
    model: 'small',
    max_tokens: 2000,
    messages: [
      { role: 'system', content: 'Help with orders.' },
      { role: 'user', content: 'Where is my order?' },
    ],
    tools: [{ type: 'function', function: GET_ORDER }],
  })
})

test('a server gets every tool as OpenAI accepts it', async () => {
  const parameters = { type: 'object', properties: { tags: { type: 'array' } }, anyOf: [{ required: ['tags'] }] }
  await step({ tools: [{ name: 'tag', description: 'x'.repeat(2000), parameters }] })
  const shown = { type: 'object', properties: { tags: { type: 'array', items: {} } } }
  expect(model.requests[0]?.body).toMatchObject({
    tools: [{ function: { description: `${'x'.repeat(1019)}… cut`, parameters: shown } }],
  })
})

test('limits the output by the name that OpenAI accepts for all models', () => {
  expect(renameLimit({ model: 'm', max_tokens: 5 })).toEqual({ model: 'm', max_completion_tokens: 5 })
  expect(renameLimit({ model: 'm' })).toEqual({ model: 'm' })
})

test('continues a reply with the results of its tool calls', async () => {
  model.script('', [{ text: 'One moment.', toolCalls: [{ name: 'get_order', arguments: { id: 'A-1' } }] }, {}])
  const question = { role: 'user', text: 'Where is A-1?' } as const
  const reply = await step({ messages: [question] })
  const [call] = reply.toolCalls
  expect(reply).toMatchObject({ text: 'One moment.', finishReason: 'tool-calls' })
  expect(call).toEqual({ id: expect.any(String), name: 'get_order', args: { id: 'A-1' } })
  const results = [{ id: call?.id ?? '', name: 'get_order', text: 'shipped' }]
  const stored: typeof reply = JSON.parse(JSON.stringify(reply))
  const next = await step({ messages: [question, { role: 'assistant', ...stored }, { role: 'tool', results }] })
  expect(next.text).toBe('Here is what I found:\nshipped')
  expect(model.requests[1]?.messages.slice(1)).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: 'One moment.', tool_calls: [{ id: call?.id, function: { name: 'get_order' } }] },
    { role: 'tool', tool_call_id: call?.id, content: 'shipped' },
  ])
})

test.each([
  ['{"id":', 'The arguments are not a JSON object.'],
  ['["A-1"]', 'The arguments are not a JSON object.'],
  ['"A-1"', 'The arguments are not a JSON object.'],
])('reports the arguments %s as invalid', async (args, invalid) => {
  model.script('', [{ toolCalls: [{ name: 'get_order', arguments: args }] }, {}])
  const reply = await step()
  const id = expect.any(String)
  expect(reply.toolCalls).toEqual([{ id, name: 'get_order', args: {}, invalid }])
  const results = reply.toolCalls.map((call) => ({ id: call.id, name: call.name, text: invalid }))
  const messages = [
    { role: 'user', text: 'x' },
    { role: 'assistant', ...reply },
    { role: 'tool', results },
  ] as const
  expect((await step({ messages })).text).toContain(invalid)
})

test('does not validate arguments against the schema, and reports an unknown tool', async () => {
  model.script('', [{ toolCalls: [{ name: 'get_order', arguments: { no: 1 } }, { name: 'drop_table' }] }])
  expect((await step()).toolCalls).toMatchObject([
    { name: 'get_order', args: { no: 1 } },
    { name: 'drop_table', args: {}, invalid: 'Unknown tool: drop_table.' },
  ])
})

test.each([
  [503, ModelDownError],
  [500, ModelDownError],
  [429, ModelDownError],
  [400, ModelRefusedError],
  [403, ModelRefusedError],
])('status %i throws %o without a retry', async (status, kind) => {
  model.script('', [{ status }])
  const thrown = await thrownBy(step())
  expect(thrown).toBeInstanceOf(kind)
  expect(thrown).toMatchObject({ status })
  expect(model.requests).toHaveLength(1)
})

test('rejects a wrong key and an unknown model with the code of the server', async () => {
  expect(await thrownBy(step({}, { apiKey: 'x' }))).toMatchObject({ status: 401, code: 'invalid_api_key' })
  expect(await thrownBy(step({}, { id: 'x' }))).toMatchObject({ status: 404, code: 'model_not_found' })
})

test('treats a timeout as a model that is down', async () => {
  model.script('', [{ hang: true }])
  const thrown = await thrownBy(step({ signal: AbortSignal.timeout(50) }))
  expect(thrown).toMatchObject({ name: 'ModelDownError', reason: 'timeout' })
})

test('throws the caller’s reason for an aborted call', async () => {
  model.script('', [{ hang: true }])
  const controller = new AbortController()
  const thrown = thrownBy(step({ signal: controller.signal }))
  await model.next()
  controller.abort(new Error('superseded'))
  expect(await thrown).toEqual(new Error('superseded'))
})

test('treats an unreachable server and an invalid response as a model that is down', async () => {
  const gone = await listen(async () => {})
  await gone.close()
  expect(await thrownBy(step({}, { url: gone.url }))).toMatchObject({ name: 'ModelDownError', reason: 'network' })
  const other = await listen(async (_, response) => void response.end('<h1>Welcome to nginx</h1>'))
  expect(await thrownBy(step({}, { url: other.url }))).toMatchObject({ name: 'ModelDownError', reason: 'unreadable' })
  await other.close()
  const cut = createServer((_, response) => void response.writeHead(200).write('{', () => response.destroy()))
  await new Promise<void>((resolve) => cut.listen(0, '127.0.0.1', resolve))
  const address = cut.address()
  const url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
  expect(await thrownBy(step({}, { url }))).toBeInstanceOf(ModelDownError)
  cut.close()
})

test('errors contain no text of the request', async () => {
  model.script('', [{ status: 500 }, { status: 400 }])
  const secret = { system: 'secret prompt', messages: [{ role: 'user', text: 'secret question' }] } as const
  for (const kind of [ModelDownError, ModelRefusedError]) {
    const thrown = await thrownBy(step(secret))
    expect(thrown).toBeInstanceOf(kind)
    expect(inspect(thrown, { depth: 10 })).not.toContain('secret')
  }
})

test.each([
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', true],
  ['anthropic.claude-3-5-haiku-20241022-v1:0', true],
  ['amazon.nova-lite-v1:0', true],
  ['anthropic.claude-3-haiku-20240307-v1:0', false],
  ['meta.llama3-70b-instruct-v1:0', false],
])('the cache point of %s is before what changes: %s', async (id, caches) => {
  const bedrock = await openLanguageModel({ kind: 'bedrock', id })
  const providerOptions = { bedrock: { cachePoint: { type: 'default' } } }
  expect(instructions(bedrock, 'Rules.', 'It is Monday.')).toEqual(
    caches
      ? [
          { role: 'system', content: 'Rules.', providerOptions },
          { role: 'system', content: 'It is Monday.' },
        ]
      : 'Rules.\n\nIt is Monday.',
  )
})

test('a server gets one system prompt, and what it read from its cache is counted', async () => {
  const reply = {
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 2000, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 1536 } },
  }
  let body = ''
  const server = await listen(async (request, response) => {
    for await (const part of request) body += part
    response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
  })
  try {
    const { usage } = await step({ facts: 'It is Monday.' }, { url: server.url })
    expect(usage).toEqual({ inputTokens: 2000, outputTokens: 5, cachedTokens: 1536, writtenTokens: 0 })
    expect(JSON.parse(body).messages[0]).toEqual({ role: 'system', content: 'Help with orders.\n\nIt is Monday.' })
  } finally {
    await server.close()
  }
})
