// @module-tag full
import { MASKED } from '@replywright/contract/masked-url.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, idOf, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const call = (key: 'apiKey' | 'readApiKey', method: string, path: string, body?: unknown) =>
  callApi(service.ready.baseUrl, service.ready[key], method, path, body)

test('a read key sees no secret in the URL of a connector, and a masked URL that is sent back keeps it', async () => {
  const url = 'https://example.com/mcp?api_key=URLSECRET777'
  const masked = `https://example.com/mcp?${MASKED}`
  const created = await call('apiKey', 'POST', '/mcp-connectors/', { name: 'Shop', url })
  expect(created).toMatchObject({ status: 201, body: { url } })
  const path = `/mcp-connectors/${idOf(created)}/`
  expect(await call('readApiKey', 'GET', path)).toMatchObject({ status: 200, body: { url: masked } })
  expect(JSON.stringify(await call('readApiKey', 'GET', '/mcp-connectors/'))).not.toContain('URLSECRET777')
  expect(await call('apiKey', 'PUT', path, { name: 'Renamed', url: masked })).toMatchObject({
    status: 200,
    body: { name: 'Renamed', url },
  })
  expect(
    await call('apiKey', 'PUT', path, { name: 'Other', url: `https://example.com/other?${MASKED}` }),
  ).toMatchObject({
    status: 400,
    body: { details: [{ path: 'url' }] },
  })
  expect(await call('apiKey', 'POST', '/mcp-connectors/', { name: 'New', url: masked })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'url' }] },
  })
})

test('a read key sees no secret in the URL of a website tool, and a masked URL that is sent back keeps it', async () => {
  const url = 'https://example.com/prices?key=URLSECRET888'
  const websiteTools = [{ url, prompt: 'Prices' }]
  const created = await call('apiKey', 'POST', '/agents/', { name: 'Reads a page', websiteTools })
  expect(created).toMatchObject({ status: 201, body: { websiteTools: [{ url }] } })
  const path = `/agents/${idOf(created)}/`
  const read = await call('readApiKey', 'GET', path)
  expect(read).toMatchObject({ body: { websiteTools: [{ url: `https://example.com/prices?${MASKED}` }] } })
  const { name, websiteTools: sent } = Object(read.body)
  expect(await call('apiKey', 'PUT', path, { name, websiteTools: sent })).toMatchObject({
    status: 200,
    body: { websiteTools: [{ url }] },
  })
})
