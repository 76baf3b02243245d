// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import { listen } from '@replywright/simulators/http.ts'
import { startModel } from '@replywright/simulators/model/model.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOps, typeOps } from '../operations/run-ops.ts'
import { callers, idOf, startTestService } from '../support/service.ts'
import { agentWorld } from './agent-world.ts'

let service: Service
const world = agentWorld(() => service)
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
})
afterAll(() => service?.stop())

const { api } = callers(() => service)
const createAgent = (llmModel: string | null) => api('POST', '/agents/', { name: 'Ada', llmModel })
const setModel = (baseUrl: string, model: string, ...more: string[]) =>
  runOps(service, ['model', 'set', '--base-url', baseUrl, '--model', model, ...more], { MODEL_API_KEY: 'k' })

const refusal = (message: string) => ({
  status: 400,
  body: {
    code: 'validation_error',
    details: [{ path: 'llmModel', message: expect.stringContaining(message) }],
  },
})

test("agents can use the simulator's models, and an unknown model is rejected with the list", async () => {
  expect(await (await fetch(service.ready.modelUrl)).text()).toContain('Requests to the model')
  expect(await createAgent('large')).toMatchObject({ status: 201, body: { llmModel: 'large' } })
  expect(await createAgent(null)).toMatchObject({ status: 201, body: { llmModel: null } })
  expect(await createAgent('huge')).toMatchObject(refusal('must be one of the models of this deployment: small, large'))
})

test('a check calls the model as agents do and shows it a picture, and explains what to do when the model rejects it', async () => {
  const asked = service.model.requests.length
  expect(await runOps(service, ['model', 'check'])).toEqual({
    model: 'small',
    server: `${service.ready.modelUrl}/v1`,
    latency: expect.stringMatching(/^\d+ ms$/),
    tools: 'called',
    pictures: 'accepted',
  })
  expect(service.model.requests.slice(asked)).toMatchObject([
    { tools: ['confirm'] },
    { tools: [], userTexts: [expect.stringMatching(/\[picture of \d+ bytes\]$/)] },
  ])
  service.model.script('confirm', [{ text: 'Ready.' }, { status: 404 }])
  expect(await runOps(service, ['model', 'check', '--model', 'large'])).toMatchObject({
    model: 'large',
    tools: expect.stringContaining('not called'),
  })
  await expect(typeOps(service, ['model', 'check'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/small at http.*404[\s\S]*check the name of the model/),
  })
})

test('an operator sets the server, its models are listed, and agents keep the model that they have', async () => {
  const id = idOf(await createAgent('large'))
  await using other = await startModel({ apiKey: 'k', models: ['a', 'b', 'draws'] })
  await expect(setModel(`${other.url}/v1`, 'c')).rejects.toThrow('--model c is not among a, b, draws')
  expect(await setModel(`${other.url}/v1/`, 'a', '--image-model', 'draws')).toEqual({
    server: `${other.url}/v1`,
    model: 'a',
    fallbackModel: 'none',
    imageModel: 'draws',
    models: 'a, b',
  })
  expect(await createAgent('large')).toMatchObject(refusal('of this deployment: a, b'))
  expect(await createAgent('draws')).toMatchObject(refusal('of this deployment: a, b'))
  expect(await api('PUT', `/agents/${id}/`, { name: 'Bea', llmModel: 'large' })).toMatchObject({ status: 200 })
  expect(await api('PATCH', `/agents/${id}/`, { llmModel: 'b' })).toMatchObject({ status: 200 })
})

test("an operator's list is used as it is; without a list any model is accepted", async () => {
  const gone = 'http://127.0.0.1:1/v1'
  expect(await setModel(gone, 'a', '--models', 'a,bedrock:amazon.nova-lite-v1:0')).toMatchObject({
    models: 'a, bedrock:amazon.nova-lite-v1:0',
  })
  expect(await createAgent('bedrock:amazon.nova-lite-v1:0')).toMatchObject({ status: 201 })
  expect(await createAgent('b')).toMatchObject({ status: 400 })
  expect(await setModel(gone, 'a')).toMatchObject({
    models: 'any',
    because: 'the model list of the server was requested and it cannot be reached',
  })
  expect(await createAgent('b')).toMatchObject({ status: 201 })
  expect(await createAgent('bedrock:b')).toMatchObject(refusal('must be a model id of Amazon Bedrock'))
})

test('Amazon Bedrock is used without a server, and only its model ids are accepted', async () => {
  expect(await typeOps(service, ['model', 'reset'])).toContain('Amazon Bedrock')
  expect(await createAgent('gpt-4.1')).toMatchObject(refusal('must be a model id of Amazon Bedrock'))
  expect(await createAgent('amazon.nova-lite-v1:0')).toMatchObject({ status: 201 })
})

test('agents without access to the model retry, log the remedy, and then need a person', async () => {
  const refused =
    'Model access is denied: your AWS Marketplace subscription for this model cannot be completed at this time.'
  const bedrock = await listen(async (_request, response) => {
    response.writeHead(403, {
      'content-type': 'application/json',
      'x-amzn-errortype': 'AccessDeniedException:http://x/',
    })
    response.end(JSON.stringify({ message: refused }))
  })
  await setModel(`${bedrock.url}/v1`, 'a', '--models', 'any')
  // Functions cache the settings for one minute.
  service.cloud.endIdleWorkers()
  const chat = await world.party()
  await world.write(chat, 'Is anybody there?')
  const remedy = expect.stringContaining('aws-marketplace:Subscribe')
  const told = { level: 'ERROR', problem: 'subscription', error: { message: remedy } }
  expect(await world.logged('model.access_denied', chat, 3)).toMatchObject([told, told, told])
  expect(await world.logged('turn.given_up', chat)).toMatchObject([{ error: { message: remedy } }])
  expect(await world.stored(chat, 'conversation')).toMatchObject([
    { humanNeededSince: { N: expect.any(String) }, tf: { M: { c: { S: 'access' } } } },
  ])
  await bedrock.close()
})
