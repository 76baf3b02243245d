import { listen } from '@messaging/simulators/http.ts'
import { startModel } from '@messaging/simulators/model/model.ts'
import { expect, test } from 'vitest'
import { listModels, reportedSight } from './list-models.ts'

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
