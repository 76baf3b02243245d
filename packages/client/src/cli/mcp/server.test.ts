import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { expect, test } from 'vitest'
import { type ScriptedResponse, startScriptedServer } from '../../testing/scripted-server.ts'
import { testEndpoints } from '../../testing/test-endpoints.ts'
import { realTiming } from '../../timing.ts'
import { describeTools } from './describe-tools.ts'
import { type Access, serverFactory } from './server.ts'

const endpoints = Object.entries(testEndpoints).map(
  ([key, each]) => [key, { ...each, access: each.method === 'GET' ? 'read' : 'write' }] as const,
)
const described = describeTools(openApiDocument('', Object.fromEntries(endpoints)))
// An operation for admins.
const tools = described.map((tool) => (tool.name === 'items_get' ? { ...tool, role: 'admin' as const } : tool))

/** Connects an assistant to an MCP server whose API returns the responses. */
async function connect(write: boolean | Pick<Access, 'write' | 'role'>, ...script: readonly ScriptedResponse[]) {
  const api = await startScriptedServer(...script)
  const connection = {
    baseUrl: api.url,
    apiKey: 'key-1',
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    retries: 0,
    timeoutMs: 60_000,
    timing: realTiming,
  }
  const server = serverFactory({ tools, version: '1.2.3' })({
    connection,
    ...(typeof write === 'boolean' ? { write, role: undefined } : write),
  })
  const client = new Client({ name: 'assistant', version: '1.0.0' })
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(serverSide), client.connect(clientSide)])
  return {
    api,
    client,
    async call(name: string, args: Record<string, unknown>) {
      const { content, isError } = await client.callTool({ name, arguments: args })
      return { isError, texts: content.map((part) => (part.type === 'text' ? part.text : part.type)) }
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      await api[Symbol.asyncDispose]()
    },
  }
}

test('offers only tools that read, unless writing is allowed', async () => {
  await using reading = await connect(false)
  await using writing = await connect(true)
  const readable = (await reading.client.listTools()).tools
  expect(readable.map(({ name }) => name)).toEqual(tools.filter(({ readOnly }) => readOnly).map(({ name }) => name))
  for (const { annotations } of readable)
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
  const all = (await writing.client.listTools()).tools
  expect(all).toHaveLength(tools.length)
  expect(all.find(({ name }) => name === 'items_delete')?.annotations).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
  })
  expect(reading.client.getInstructions()).toContain('This server only reads.')
  await expect(reading.call('items_delete', { id: 'a' })).rejects.toThrow('items_delete')
  expect(reading.api.received).toEqual([])
})

test('offers no tools that the role of the owner does not allow', async () => {
  const namesFor = async (role: Access['role']) => {
    await using assistant = await connect({ write: false, role })
    return (await assistant.client.listTools()).tools.map(({ name }) => name)
  }
  const all = await namesFor('admin')
  expect(all).toContain('items_get')
  expect(await namesFor('member')).toEqual(all.filter((name) => name !== 'items_get'))
  // The API was not reached: it refuses what is not allowed.
  expect(await namesFor(undefined)).toEqual(all)
})

test('sends the path, query and body of an operation', async () => {
  await using assistant = await connect(true, { status: 200, body: { id: 'a' } }, { status: 204, body: '' })
  expect(await assistant.call('items_list', { limit: 5, active: 'true' })).toEqual({ texts: ['{"id":"a"}'] })
  expect(await assistant.call('items_add_number', { id: 'a/b', body: { id: 'n' } })).toEqual({
    texts: ['{"success":true}'],
  })
  await assistant.call('items_reset', { id: 'a' })
  expect(assistant.api.received.map(({ method, target, body }) => [method, target, body])).toEqual([
    ['GET', '/api/v1/items/?limit=5&active=true', ''],
    ['POST', '/api/v1/items/a%2Fb/add-number/', '{"id":"n"}'],
    ['POST', '/api/v1/items/a/reset/', '{}'],
  ])
  expect(assistant.api.received[0]?.headers).toMatchObject({ 'x-api-key': 'key-1' })
})

test('returns errors of the API with code, message and fields', async () => {
  const invalid = {
    error: 'Invalid input',
    code: 'validation_error',
    details: [{ path: 'limit', message: 'is wrong' }],
  }
  await using assistant = await connect(
    true,
    { status: 400, body: invalid },
    { status: 429, body: { error: 'Rate limit exceeded', retry_after: 60 } },
    { status: 500, body: { error: 'Failed', code: 'server_error' }, headers: { 'x-request-id': 'r-1' } },
    'cut',
    'cut',
  )
  const texts: unknown[] = []
  for (const name of ['items_list', 'items_list', 'items_list', 'items_list', 'items_delete']) {
    const result = await assistant.call(name, name === 'items_delete' ? { id: 'a' } : {})
    expect(result.isError).toBe(true)
    texts.push(...result.texts)
  }
  expect(texts).toEqual([
    'validation_error: Invalid input\n- limit: is wrong',
    'rate_limited: Rate limit exceeded. Wait 60 seconds before the next call.',
    'server_error: Failed\nRequest id: r-1',
    `network: Could not reach the API at ${assistant.api.url}.`,
    `network: Could not reach the API at ${assistant.api.url}. The change may have happened: read its result before you repeat it.`,
  ])
})

test('rejects input that does not match the schema, before the request', async () => {
  await using assistant = await connect(false)
  for (const [name, args] of [
    ['items_list', { limit: 101 }],
    ['items_list', { statuss: 'failed' }],
    ['items_get', {}],
    ['items_get', { id: '..' }],
  ] as const)
    expect(await assistant.call(name, args)).toMatchObject({ isError: true })
  expect(assistant.api.received).toEqual([])
})

test('says what was cut from a large response', async () => {
  const results = Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(900) }))
  await using assistant = await connect(false, {
    status: 200,
    body: { count: 100, next: null, previous: null, results },
  })
  const { texts } = await assistant.call('items_list', {})
  expect(texts).toEqual([
    expect.stringContaining('{"count":100'),
    expect.stringContaining('Only the first 43 of 100 items'),
  ])
})
