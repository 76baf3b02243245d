// @module-tag full
import { buffer } from 'node:stream/consumers'
import type { Service } from '@replywright/local/start-service.ts'
import { type Listening, listen } from '@replywright/simulators/http.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { agentWorld } from './agent-world.ts'

let service: Service
let endpoint: Listening
const called: { readonly order: unknown; readonly key: string | undefined }[] = []
const world = agentWorld(() => service)
const { askedOf, newAgent, party, repliesTo, storedMessages, whenAnswered, write } = world

beforeAll(async () => {
  endpoint = await listen(async (request, response) => {
    const { order } = JSON.parse(String(await buffer(request)))
    called.push({ order, key: String(request.headers['idempotency-key']) })
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ order, state: 'sent' }))
  })
  service = await startTestService({ agentAnswers: true, log: world.log })
})
afterAll(async () => {
  await service?.stop()
  await endpoint?.close()
})

async function agentWithTool() {
  const input = { type: 'description', value: 'The number of the order' }
  const apiSchema = { url: `${endpoint.url}/track`, method: 'POST', request_body: { order: { input } } }
  const tools = [{ name: 'track_order', description: 'Tracks an order', apiSchema, creditCost: 0 }]
  const agentId = await newAgent({ tools })
  called.length = 0
  return await party(agentId)
}

const call = (order: string) => ({
  id: 'call_0',
  function: { name: 'track_order', arguments: JSON.stringify({ order }) },
})
const says = (message: object) => ({ body: { choices: [{ message }] } })

test('two calls of one response with the same id both run, with keys of their own', async () => {
  const chat = await agentWithTool()
  const text = `Where are A1 and B2? ${chat.customer}`
  const twice = says({ content: null, tool_calls: [call('A1'), call('B2')] })
  service.model.script(text, [twice, says({ tool_calls: [call('C3')] }), { text: 'All sent.' }])
  await write(chat, text)
  await whenAnswered(chat)
  expect(called.map(({ order }) => order).toSorted()).toEqual(['A1', 'B2', 'C3'])
  expect(new Set(called.map(({ key }) => key)).size).toBe(3)
  const [, , last] = askedOf(text)
  const ids = last?.messages.flatMap((message) => Object(message).tool_calls ?? []).map((each) => Object(each).id)
  expect(new Set(ids).size).toBe(3)
  expect(repliesTo(chat)).toEqual(['All sent.'])
})

test.each([
  ['a call in Gemma’s form', '```tool_code\nprint(track_order(order="A1"))\n```'],
  ['a call of gpt-oss', '<|channel|>commentary to=functions.track_order<|message|>{"order":"A1"}<|call|>'],
])('%s runs, and is not sent', async (_, said) => {
  const chat = await agentWithTool()
  const text = `Where is A1? ${chat.customer}`
  service.model.script(text, [says({ content: said }), { text: 'It is sent.' }])
  await write(chat, text)
  await whenAnswered(chat)
  expect(called.map(({ order }) => order)).toEqual(['A1'])
  expect(repliesTo(chat)).toEqual(['It is sent.'])
})

test('thoughts are not sent, and Markdown is what the customer’s app shows', async () => {
  const chat = await party(await newAgent({}))
  const text = `When are you open? ${chat.customer}`
  const said =
    'I should say 9 to 18.\n</think>\n\n## Hours\n\n**Monday**: 9-18, see [our site](https://shop.example/a_b)'
  service.model.script(text, [says({ content: said })])
  await write(chat, text)
  await whenAnswered(chat)
  const shown = '*Hours*\n\n*Monday*: 9-18, see our site (https://shop.example/a_b)'
  expect(repliesTo(chat)).toEqual([shown])
  expect((await storedMessages(chat)).at(-1)).toMatchObject({ text: shown })
})

test('a response that is cut before its text is requested again with more room', async () => {
  const chat = await party(await newAgent({}))
  const text = `Think long ${chat.customer}`
  const cut = { body: { choices: [{ message: { content: '<think>Hm' }, finish_reason: 'length' }] } }
  service.model.script(text, [cut, { text: 'Hello.' }])
  await write(chat, text)
  await whenAnswered(chat)
  expect(repliesTo(chat)).toEqual(['Hello.'])
  expect(askedOf(text).map(({ body }) => Object(body).max_tokens)).toEqual([2000, 4000])
})
