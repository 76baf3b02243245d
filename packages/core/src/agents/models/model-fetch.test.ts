import { type Listening, listen } from '@messaging/simulators/http.ts'
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
async function ask(kind: 'bedrock' | 'server', body: string) {
  server = await listen(async (request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json').end(body)
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
