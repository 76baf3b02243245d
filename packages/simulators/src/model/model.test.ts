import { inflateSync } from 'node:zlib'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateImage, generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Model, startModel } from './model.ts'

let model: Model
beforeAll(async () => {
  model = await startModel({ apiKey: 'k' })
})
afterEach(() => model.reset())
afterAll(() => model.stop())

const provider = (apiKey = 'k') =>
  createOpenAICompatible({ name: 'sim', baseURL: `${model.url}/v1`, apiKey, includeUsage: true })
const small = () => provider().chatModel('small')
const post = (path: string, body: unknown) =>
  fetch(`${model.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer k' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const getOrder = (ran: unknown[] = []) => ({
  get_order: tool({
    description: 'Finds an order',
    inputSchema: jsonSchema<{ id: string }>({ type: 'object', properties: { id: { type: 'string' } } }),
    execute: async (input) => {
      ran.push(input)
      return `Order ${input.id} is on its way.`
    },
  }),
})

const withTags = (tags: object) => ({ type: 'object', properties: { tags } })

test('repeats the customer’s messages since the last response, always the same', async () => {
  const ask = () =>
    generateText({
      model: small(),
      instructions: 'Help with orders.',
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi!' },
        { role: 'user', content: '<data>Where is my order?</data>' },
        { role: 'user', content: 'And my refund?' },
      ],
    })
  const [first, second] = [await ask(), await ask()]
  expect(first.text).toBe('Thanks for writing! You said: “Where is my order?” and “And my refund?”')
  expect(second.text).toBe(first.text)
  expect(first.usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: 18 })
  expect(await model.next()).toMatchObject({
    kind: 'chat',
    model: 'small',
    system: 'Help with orders.',
    userTexts: [expect.stringContaining('Where is my order?'), 'And my refund?'],
    outcome: { kind: 'answer', text: first.text },
  })
})

test('describes pictures and PDF files by their size', async () => {
  const bytes = Buffer.from('12345')
  const content = [
    { type: 'text' as const, text: 'Look' },
    { type: 'file' as const, mediaType: 'image/png', data: bytes },
    { type: 'file' as const, mediaType: 'application/pdf', data: bytes },
  ]
  const { text } = await generateText({ model: small(), messages: [{ role: 'user', content }] })
  expect(text).toContain('Look\n[picture of 5 bytes]\n[PDF of 5 bytes]')
})

test('describes a recording by its size, and rejects a request without one', async () => {
  const send = (body: FormData) =>
    fetch(`${model.url}/v1/audio/transcriptions`, { method: 'POST', headers: { authorization: 'Bearer k' }, body })
  const form = new FormData()
  form.set('model', 'whisper-1')
  expect((await send(form)).status).toBe(400)
  form.set('file', new Blob(['12345']), 'voice.ogg')
  expect(await (await send(form)).json()).toEqual({ text: 'A voice message of 5 bytes.' })
})

test('introduces itself in the first response of a conversation', async () => {
  const { text } = await generateText({ model: small(), prompt: 'Hello' })
  expect(text).toMatch(/^Thanks for writing! You said: “Hello”\n\nI am the simulated model/)
})

test('calls a tool on request and passes its result on', async () => {
  const ran: unknown[] = []
  const { text, steps } = await generateText({
    model: small(),
    prompt: '/call get_order {"id":"A-1"}',
    tools: getOrder(ran),
    stopWhen: isStepCount(3),
  })
  expect(ran).toEqual([{ id: 'A-1' }])
  expect(text).toBe('Here is what I found:\nOrder A-1 is on its way.')
  expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
})

test.each([
  ['a schema without the type object', { parameters: {} }, 'type'],
  ['an array without items', { parameters: withTags({ type: ['array', 'null'] }) }, 'array schema missing items'],
  ['a combination at the top', { parameters: { ...withTags({}), anyOf: [] } }, 'at the top level'],
  ['a description of more than 1024 characters', { description: 'x'.repeat(1025) }, 'length'],
])('rejects a tool with %s', async (_, definition, message) => {
  const messages = [{ role: 'user', content: 'x' }]
  const ask = (more: object) =>
    post('/v1/chat/completions', {
      model: 'small',
      messages,
      tools: [{ type: 'function', function: { name: 'tag', description: 'x'.repeat(1024), ...more } }],
    })
  expect((await ask({ parameters: withTags({ type: 'array', items: { anyOf: [] } }) })).status).toBe(200)
  const refused = await ask(definition)
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(message)])
})

test('does not call an unavailable tool', async () => {
  const { text } = await generateText({ model: small(), prompt: '/call delete_all', tools: getOrder() })
  expect(text).toBe('I have no tool delete_all. I have: get_order.')
})

test('uses the steps of a script in order for matching requests', async () => {
  model.script('order', [
    { text: 'One moment.', toolCalls: [{ name: 'get_order', arguments: { id: 'B-2' } }, { name: 'get_order' }] },
    { text: 'It is on its way.' },
  ])
  const other = await generateText({ model: small(), prompt: 'Hello' })
  expect(other.text).toContain('Hello')
  const scripted = await generateText({
    model: small(),
    prompt: 'Where is my order?',
    tools: getOrder(),
    stopWhen: isStepCount(3),
  })
  expect(scripted.steps[0]?.text).toBe('One moment.')
  expect(scripted.steps[0]?.toolCalls.map(({ input }) => input)).toEqual([{ id: 'B-2' }, {}])
  expect(scripted.text).toBe('It is on its way.')
  const later = await generateText({ model: small(), prompt: 'Where is my order?' })
  expect(later.text).toContain('You said')
})

test('supports scripts that match the system prompt, wait, fail, send malformed arguments, or hang', async () => {
  const ask = (options: { abortSignal?: AbortSignal } = {}) =>
    generateText({ model: small(), instructions: 'Be Ada.', prompt: 'x', tools: getOrder(), maxRetries: 0, ...options })
  model.script('Ada', [
    { status: 503 },
    { toolCalls: [{ name: 'get_order', arguments: '{"id":' }] },
    { delayMs: 30, text: 'late' },
    { hang: true },
  ])
  const failed = await ask().catch((error: unknown) => error)
  expect(APICallError.isInstance(failed) && failed.statusCode).toBe(503)
  expect((await ask()).toolCalls).toMatchObject([{ toolName: 'get_order', input: '{"id":', invalid: true }])
  expect((await ask()).text).toBe('late')
  const giveUp = new AbortController()
  const hanging = ask({ abortSignal: giveUp.signal })
  await model.next(() => model.requests.length === 4)
  giveUp.abort()
  await expect(hanging).rejects.toThrow()
})

test('streams texts and calls', async () => {
  const text = 'A rather long answer that comes in several pieces.'
  model.script('', [{ text, toolCalls: [{ name: 'get_order', arguments: { id: 'a long id, in pieces' } }] }])
  const ran: unknown[] = []
  const result = streamText({ model: small(), prompt: 'x', tools: getOrder(ran) })
  const pieces: string[] = []
  for await (const piece of result.textStream) pieces.push(piece)
  expect(pieces.join('')).toBe(text)
  expect(pieces.length).toBeGreaterThan(2)
  expect(ran).toEqual([{ id: 'a long id, in pieces' }])
  expect(await result.usage).toMatchObject({ outputTokens: expect.any(Number) })
})

test('draws a picture of 128 pixels, the same for the same prompt', async () => {
  const draw = async (prompt: string) => {
    const { image } = await generateImage({ model: provider().imageModel('image'), prompt })
    expect(image.mediaType).toBe('image/png')
    return Buffer.from(image.uint8Array)
  }
  const cat = await draw('a cat')
  expect(cat.equals(await draw('a cat'))).toBe(true)
  expect(cat.equals(await draw('a dog'))).toBe(false)
  expect([cat.readUInt32BE(16), cat.readUInt32BE(20)]).toEqual([128, 128])
  const start = cat.indexOf('IDAT') + 4
  expect(inflateSync(cat.subarray(start, start + cat.readUInt32BE(start - 8)))).toHaveLength(128 * 129)
})

test.each([
  ['invalid JSON', '{', 400, null],
  ['no messages', { model: 'small', messages: [] }, 400, null],
  ['a message of the user without content', { model: 'small', messages: [{ role: 'user', content: null }] }, 400, null],
  [
    'a message of the model without content or calls',
    {
      model: 'small',
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: null },
      ],
    },
    400,
    null,
  ],
  [
    'more than 128 tools',
    {
      model: 'small',
      messages: [{ role: 'user', content: 'x' }],
      tools: Array.from({ length: 129 }, (_, n) => ({
        type: 'function',
        function: { name: `tool_${n}`, parameters: { type: 'object' } },
      })),
    },
    400,
    null,
  ],
  ['another model', { model: 'x', messages: [{ role: 'user', content: 'x' }] }, 404, 'model_not_found'],
  [
    'a call without a result',
    {
      model: 'small',
      messages: [
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'a', arguments: '{}' } }] },
        { role: 'user', content: 'x' },
      ],
    },
    400,
    null,
  ],
])('rejects %s with an error in OpenAI’s format', async (_, body, status, code) => {
  const response = await post('/v1/chat/completions', body)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({
    error: { message: expect.any(String), type: expect.any(String), code },
  })
})

test('rejects another key, and lists the models', async () => {
  const refused = await generateText({ model: provider('x').chatModel('small'), prompt: 'x' }).catch((error) => error)
  expect(APICallError.isInstance(refused) && refused.statusCode).toBe(401)
  const models = await fetch(`${model.url}/v1/models`, { headers: { authorization: 'Bearer k' } })
  expect(await models.json()).toMatchObject({ data: [{ id: 'small' }, { id: 'large' }, { id: 'image' }] })
})

test('embeds texts: the same text always, similar texts alike', async () => {
  const input = ['return a shirt', 'returning shirts', 'monthly costs']
  const response = await post('/v1/embeddings', { model: 'embedding', input, dimensions: 64 })
  const { data, usage } = Object(await response.json())
  const [first, second, third]: number[][] = data.map(({ embedding }: { embedding: number[] }) => embedding)
  const product = (a: readonly number[] = [], b: readonly number[] = []) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  expect([first?.length, usage.prompt_tokens]).toEqual([64, 12])
  expect(product(first, second)).toBeGreaterThan(product(first, third))
  const again = Object(
    await (await post('/v1/embeddings', { model: 'embedding', input: input[0], dimensions: 64 })).json(),
  )
  expect(again.data[0].embedding).toEqual(first)
  expect((await post('/v1/embeddings', { model: 'small', input })).status).toBe(404)
})

test('supports scripts, requests and a page over HTTP', async () => {
  expect((await post('/control/scripts', { match: 'hi', steps: [{ text: 'a', status: 500 }] })).status).toBe(400)
  expect((await post('/control/scripts', { match: 'hi', steps: [{ text: 'From <afar>' }] })).status).toBe(204)
  await generateText({ model: small(), prompt: 'hi <b>there</b>' })
  const requests = await fetch(`${model.url}/control/requests`)
  expect(await requests.json()).toMatchObject({
    requests: [{ userTexts: ['hi <b>there</b>'], outcome: { text: 'From <afar>' } }],
  })
  const page = await (await fetch(model.url)).text()
  expect(page).toContain('hi &#60;b&#62;there')
  expect(page).toContain('From &#60;afar&#62;')
})
