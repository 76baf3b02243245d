// @module-tag full

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callers, startTestService } from '../support/service.ts'

let service: Service
const { api } = callers(() => service)
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

async function connect(apiKey: string) {
  const client = new Client({ name: 'assistant', version: '1.0.0' })
  const url = new URL(`${service.ready.baseUrl}/api/v1/mcp/`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'X-API-Key': apiKey } } }))
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name: string, args: Record<string, unknown>) {
      const { content, isError = false } = await client.callTool({ name, arguments: args })
      const [first] = content
      return { isError, text: first?.type === 'text' ? first.text : '' }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

test('the hosted MCP server calls the API with the key of the request', async () => {
  await using assistant = await connect(service.ready.apiKey)
  expect(await assistant.names()).toEqual(expect.arrayContaining(['agents_list', 'agents_create']))
  const created = await assistant.call('agents_create', { body: { name: 'By an assistant' } })
  expect(await api('GET', `/agents/${JSON.parse(created.text).id}/`)).toMatchObject({
    body: { name: 'By an assistant' },
  })
  const refused = { isError: true, text: expect.stringMatching(/^not_found: /) }
  expect(await assistant.call('agents_get', { id: crypto.randomUUID() })).toMatchObject(refused)
  await using other = await connect(service.ready.otherOrganization.apiKey)
  expect(await other.call('agents_get', { id: JSON.parse(created.text).id })).toMatchObject(refused)
})

test('a read key has only the tools that read', async () => {
  await using assistant = await connect(service.ready.readApiKey)
  const names = await assistant.names()
  expect(names).toContain('agents_list')
  expect(names).not.toContain('agents_create')
  expect(assistant.client.getInstructions()).toContain('This server only reads.')
})

test('every client gets JSON without a session; other requests are refused as by the API', async () => {
  const post = (body: string, headers: object = {}) =>
    fetch(`${service.ready.baseUrl}/api/v1/mcp/`, {
      method: 'POST',
      headers: { 'X-API-Key': service.ready.readApiKey, 'Content-Type': 'application/json', ...headers },
      body,
    })
  const listed = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))
  expect([listed.status, listed.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(await listed.json()).toMatchObject({ id: 1, result: { tools: expect.any(Array) } })
  const notified = await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
  expect([notified.status, await notified.text()]).toEqual([202, ''])
  for (const more of ['12345678901234567890', `${'['.repeat(5000)}${']'.repeat(5000)}`]) {
    const pinged = await post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"more":${more}}}`)
    expect([pinged.status, await pinged.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }])
  }
  expect(await (await post('{')).json()).toMatchObject({ code: 'invalid_json' })
  expect(await (await post('{}')).json()).toMatchObject({ code: 'validation_error' })
  expect((await post('{}', { 'X-API-Key': 'wrong' })).status).toBe(401)
  expect((await api('GET', '/mcp/')).headers.get('allow')).toBe('POST')
})
