import { listen } from '@replywright/simulators/http.ts'
import { startModel } from '@replywright/simulators/model/model.ts'
import { expect, test } from 'vitest'
import { listModels, refuseModel, reportedSight, seesFiles } from './models.ts'
import { openLanguageModel } from './open-model.ts'

test('lists the models of a server, or returns why they are unknown', async () => {
  await using model = await startModel({ apiKey: 'k', models: ['a', 'b'] })
  const baseUrl = `${model.url}/v1`
  expect(await listModels({ baseUrl, apiKey: 'k' })).toEqual({ models: ['a', 'b'] })
  expect(await listModels({ baseUrl, apiKey: '' })).toEqual({ problem: 'it responded with 401' })
  await model.stop()
  expect(await listModels({ baseUrl, apiKey: 'k' })).toEqual({ problem: 'it cannot be reached' })
})

test.each(['<h1>Welcome</h1>', '{"models":[]}', '{"data":[]}'])('rejects %s as a list of models', async (body) => {
  const server = await listen(async (_, response) => void response.end(body))
  expect(await listModels({ baseUrl: server.url, apiKey: '' })).toEqual({ problem: 'it does not list them' })
  await server.close()
})

test.each([
  [{ architecture: { input_modalities: ['text', 'image'] } }, true],
  [{ architecture: { input_modalities: ['text'] } }, false],
  [{ capabilities: { vision: false } }, false],
  [{ capabilities: ['completion'], architecture: 'llama' }, undefined],
  [{}, undefined],
])('reads from %j whether a model understands pictures', async (more, expected) => {
  const server = await listen(
    async (_, response) => void response.end(JSON.stringify({ data: [{ id: 'a', ...more }] })),
  )
  expect(await reportedSight({ baseUrl: server.url, apiKey: '' }, 'a')).toBe(expected)
  expect(await reportedSight({ baseUrl: server.url, apiKey: '' }, 'b')).toBeUndefined()
  await server.close()
})

const listed = { model: 'small', models: ['small', 'large', 'bedrock:amazon.nova-pro-v1:0'] }
const unlisted = { model: 'small', models: null }

test.each([
  ['large', listed],
  ['small', { model: 'small', models: ['large'] }],
  ['bedrock:amazon.nova-pro-v1:0', listed],
  ['anything/at-all:7b', unlisted],
  ['bedrock:eu.anthropic.claude-haiku-4-5-20251001-v1:0', unlisted],
  ['amazon.nova-lite-v1:0', undefined],
  ['us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0', undefined],
  ['bedrock:openai.gpt-oss-120b-1:0', undefined],
])('accepts the model %s', (llmModel, server) => {
  expect(refuseModel(llmModel, server)).toBeUndefined()
})

test.each([
  ['huge', listed, 'must be one of the models of this deployment: small, large, bedrock:amazon.nova-pro-v1:0'],
  ['bedrock:amazon.nova-lite-v1:0', listed, 'must be one of the models of this deployment: '],
  ['bedrock:huge', unlisted, 'must be a model id of Amazon Bedrock'],
  ['gpt-4.1', undefined, 'must be a model id of Amazon Bedrock'],
  ['bedrock:../x', undefined, 'must be a model id of Amazon Bedrock'],
])('rejects the model %s', (llmModel, server, problem) => {
  expect(refuseModel(llmModel, server)).toContain(problem)
})

test('lists at most twenty models in the message', () => {
  const models = Array.from({ length: 30 }, (_, index) => `m${index}`)
  expect(refuseModel('x', { model: 'm0', models })).toMatch(/ m19 and 10 more$/)
})

test.each([
  ['amazon.nova-micro-v1:0', false],
  ['us.meta.llama3-1-70b-instruct-v1:0', false],
  ['mistral.mistral-large-2407-v1:0', false],
  ['eu.amazon.nova-lite-v1:0', undefined],
  ['mistral.mistral-large-3-675b-instruct', undefined],
])('%s of Amazon Bedrock: %s', async (id, expected) => {
  expect(await seesFiles(await openLanguageModel({ kind: 'bedrock', id }), 0)).toBe(expected)
})
