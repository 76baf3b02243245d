import { buffer } from 'node:stream/consumers'
import { listen } from '@replywright/simulators/http.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { generateStep } from './generate-step.ts'
import { ModelDownError, ModelRefusedError } from './model-errors.ts'
import { chooseModel, type NamedModel, openLanguageModel, withFallback } from './open-model.ts'

afterEach(() => vi.unstubAllEnvs())

test('calls Amazon Bedrock with the role’s signature and returns its reason for a rejection', async () => {
  const calls: { url?: string; authorization?: string; body: unknown }[] = []
  const bedrock = await listen(async (request, response) => {
    const body = JSON.parse((await buffer(request)).toString())
    calls.push({ url: request.url, authorization: request.headers.authorization, body })
    if (calls.length > 1) {
      const refused = 'Model use case details have not been submitted for this account.'
      const type = 'ResourceNotFoundException:http://internal.amazon.com/coral/com.amazon.bedrock/'
      response.writeHead(404, { 'content-type': 'application/json', 'x-amzn-errortype': type })
      response.end(JSON.stringify({ message: refused }))
      return
    }
    const message = { role: 'assistant', content: [{ text: '<thinking>Greet.</thinking> Hello.' }] }
    const usage = { inputTokens: 3, outputTokens: 2, totalTokens: 5 }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ output: { message }, stopReason: 'end_turn', usage }))
  })
  vi.stubEnv('AWS_ENDPOINT_URL', bedrock.url)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  const id = 'global.amazon.nova-2-lite-v1:0'
  const parameters = { type: 'object', properties: { id: { type: 'string' } } }
  const ask = async () =>
    await generateStep({
      model: await openLanguageModel({ kind: 'bedrock', id }),
      system: 'Be brief.',
      messages: [
        { role: 'assistant', text: 'Your order is here.' },
        { role: 'user', text: 'Hi' },
      ],
      tools: [{ name: 'order', description: 'Finds it', parameters: { ...parameters, additionalProperties: false } }],
      signal: new AbortController().signal,
    })
  const step = await ask()
  await expect(ask()).rejects.toMatchObject({
    name: 'ModelDownError',
    reason: 'access',
    status: 404,
    message: expect.stringContaining('Submit the use case form'),
  })
  await bedrock.close()
  expect(step).toMatchObject({ text: 'Hello.', usage: { inputTokens: 3, outputTokens: 2 } })
  expect(calls).toHaveLength(2)
  expect(JSON.stringify(calls)).not.toContain('additionalProperties')
  expect(calls.slice(0, 1)).toMatchObject([
    {
      url: `/model/${encodeURIComponent(id)}/converse`,
      authorization: expect.stringContaining('AKIDEXAMPLE'),
      body: {
        system: [{ text: 'Be brief.' }],
        messages: [
          { role: 'user', content: [{ text: '[Start of the conversation.]' }] },
          { role: 'assistant', content: [{ text: 'Your order is here.' }] },
          { role: 'user', content: [{ text: 'Hi' }] },
        ],
        toolConfig: { tools: [{ toolSpec: { name: 'order', inputSchema: { json: parameters } } }] },
      },
    },
  ])
})

const server = { baseUrl: 'https://models.example.com/v1', apiKey: 'k' }

test.each([
  ['large', server, { kind: 'server', id: 'large', ...server }],
  ['bedrock:amazon.nova-lite-v1:0', server, { kind: 'bedrock', id: 'amazon.nova-lite-v1:0' }],
  ['bedrock:amazon.nova-lite-v1:0', undefined, { kind: 'bedrock', id: 'amazon.nova-lite-v1:0' }],
  ['amazon.nova-lite-v1:0', undefined, { kind: 'bedrock', id: 'amazon.nova-lite-v1:0' }],
])('chooses the provider of %s', (name, configured, choice) => {
  expect(chooseModel(name, configured)).toEqual(choice)
})

vi.mock('../../platform/log/log.ts', () => ({ log: () => {} }))

const [first, fallback]: [NamedModel, NamedModel] = [
  { name: 'one', model: 'one' },
  { name: 'two', model: 'two' },
]

/** Fails the first model with the errors, in order. Returns the names of the called models. */
function calls(...errors: (Error | undefined)[]) {
  const called: string[] = []
  const call = async ({ name }: NamedModel) => {
    called.push(name)
    const error = name === 'one' ? errors.shift() : undefined
    if (error) throw error
    return { text: 'hi' }
  }
  return { called, call }
}

test.each([
  new ModelDownError('status', 429),
  new ModelDownError('access', 429),
  new ModelDownError('status', 503),
  new ModelDownError('timeout'),
  new ModelDownError('network'),
])('the fallback replies at the first failure, and to later calls: %s', async (error) => {
  const { called, call } = calls(error)
  const models = withFallback({ first, fallback })
  expect(await models(call)).toEqual({ text: 'hi', model: 'two' })
  expect(await models(call)).toEqual({ text: 'hi', model: 'two' })
  expect(called).toEqual(['one', 'two', 'two'])
})

test.each([new ModelRefusedError(400, 'content_filter'), new ModelDownError('access', 403), new Error('unexpected')])(
  'the fallback is not called: %s',
  async (error) => {
    const { called, call } = calls(error)
    await expect(withFallback({ first, fallback })(call)).rejects.toBe(error)
    expect(called).toEqual(['one'])
  },
)

test('without a fallback the failure is thrown, and the model is called again', async () => {
  const { called, call } = calls(new ModelDownError('timeout'))
  const models = withFallback({ first, fallback: undefined })
  await expect(models(call)).rejects.toThrow('timeout')
  expect(await models(call)).toEqual({ text: 'hi', model: 'one' })
  expect(called).toEqual(['one', 'one'])
})
