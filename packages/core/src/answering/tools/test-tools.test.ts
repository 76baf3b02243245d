import http from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pinsOf } from '../../agents/mcp-connectors/judge-tools.ts'
import { listen } from '../../platform/outbound/testing/listen.ts'
import { loopbackGuard } from '../../platform/outbound/testing/post.ts'
import { probe, sendOnce, showTools } from './test-tools.ts'
import { CALL_ID } from './testing/call.ts'
import { type Endpoint, namesGuard, startEndpoint } from './testing/endpoint.ts'
import { startMcpServer } from './testing/mcp-server.ts'

const headers = new Map([['Authorization', 'Bearer sk']])

async function probeStatus(status: number) {
  await using server = await listen(http.createServer((_, response) => response.writeHead(status).end('{}')))
  return await probe({ url: `http://127.0.0.1:${server.port}/mcp`, headers }, { guard: loopbackGuard })
}

test('lists the tools of a server, and sends the headers', async () => {
  await using server = await startMcpServer()
  const { problem, tools } = await probe({ url: server.url, headers }, { guard: loopbackGuard })
  expect(problem).toBeNull()
  expect(tools).toContainEqual({ name: 'find.order', description: 'Finds an order', approval: 'approved' })
  expect(server.seen.every((message) => message.headers.authorization === 'Bearer sk')).toBe(true)
})

test('shows new and changed tools with their whole description and schema', async () => {
  await using server = await startMcpServer()
  const of = async (pins: Record<string, string>) =>
    (await probe({ url: server.url, headers }, { pins, guard: loopbackGuard })).tools
  const inputSchema = expect.stringContaining('"minLength": 2')
  const [found] = await of({ 'find.order': 'another hash' })
  expect(found).toEqual({ name: 'find.order', description: 'Finds an order', approval: 'changed', inputSchema })
  expect((await of({}))[0]).toMatchObject({ name: 'find.order', approval: 'new' })
})

describe('the tools that a member can approve', () => {
  const tools = Array.from({ length: 201 }, (_, n) => ({ name: `tool ${n}`, description: 'x', inputSchema: {} }))
  const last = { name: 'tool 200', description: 'changed', inputSchema: {} }

  test('are shown first, however many others the server lists', () => {
    const shown = showTools([...tools.slice(0, 200), last], pinsOf(tools))
    expect(shown.tools[0]).toEqual({ ...last, approval: 'changed', inputSchema: '{}' })
    expect([shown.tools.length, shown.toolsHash]).toEqual([200, expect.stringMatching(/./)])
  })

  test('cannot be approved if they are not shown completely', () => {
    expect(showTools(tools, {}).toolsHash).toBe('')
    expect(showTools([{ ...last, inputSchema: { description: 'x'.repeat(16 * 1024) } }], {}).toolsHash).toBe('')
    expect(showTools([last], {}).toolsHash).not.toBe('')
  })
})

test.each([
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not_found'],
  [500, 'status'],
  [200, 'protocol'],
])('reports a server that returns %i as %s', async (status, problem) => {
  expect(await probeStatus(status)).toMatchObject({ problem, status: status === 200 ? null : status, tools: [] })
})

test('reports an unreachable server', async () => {
  expect(await probe({ url: 'http://127.0.0.1:1/mcp', headers }, { guard: loopbackGuard })).toMatchObject({
    problem: 'refused',
  })
  expect(await probe({ url: 'http://127.0.0.1:1/mcp', headers })).toMatchObject({ problem: 'blocked_address' })
})

let endpoint: Endpoint
beforeAll(async () => {
  endpoint = await startEndpoint({
    '/orders/A-1': (response, { url, headers }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url, headers })),
    '/orders': (response, { body }) => response.writeHead(201, { 'content-type': 'text/plain' }).end(body),
    '/huge': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(100_000)),
    '/down': (response) => response.writeHead(503).end(),
    '/moved': (response) => response.writeHead(303, { location: '/orders/A-1' }).end(),
  })
})
afterAll(() => endpoint[Symbol.asyncDispose]())
beforeEach(() => {
  endpoint.requests.length = 0
})

const fixed = (value: unknown) => ({ input: { type: 'value', value } })
const filled = { input: { type: 'description', description: 'x' } }
const send = (apiSchema: object, args: unknown = {}) => sendOnce(apiSchema, args, CALL_ID, namesGuard)

test('sends one request, and returns what the model receives without the secrets', async () => {
  const result = await send(
    {
      url: endpoint.at('/orders/{id}'),
      path_params: { id: filled },
      query_params: { key: fixed('a query/secret') },
      request_headers: { authorization: fixed('Bearer sk-live-xyz') },
    },
    { id: 'A-1' },
  )
  expect(result).toEqual({
    method: 'GET',
    url: endpoint.at('/orders/A-1?key=[hidden]'),
    succeeded: true,
    status: 200,
    durationMs: expect.any(Number),
    text: expect.stringContaining('"authorization":"[hidden]"'),
  })
  expect(result.text).toContain('HTTP 200 OK\n{"url":"/orders/A-1?key=[hidden]"')
  expect(JSON.stringify(result)).not.toMatch(/sk-live|query.secret/)
  expect(endpoint.requests).toMatchObject([
    {
      headers: { authorization: 'Bearer sk-live-xyz', 'idempotency-key': CALL_ID },
      url: '/orders/A-1?key=a+query%2Fsecret',
    },
  ])
})

test('replaces placeholders by sample values', async () => {
  const request_body = { phone: fixed('%PHONE_NUMBER%'), image: fixed('%IMAGE_URL%') }
  expect(await send({ url: endpoint.at('/orders'), method: 'POST', request_body })).toMatchObject({
    method: 'POST',
    succeeded: true,
    status: 201,
    text: 'HTTP 201 Created\n{"phone":"+447700900200","image":"https://example.com/image.jpg"}',
  })
})

test('cuts a result as a turn does', async () => {
  const { text } = await send({ url: endpoint.at('/huge') })
  expect(text).toMatch(/x\n\[… cut: there is more\]$/)
  expect(Buffer.byteLength(text)).toBe(16 * 1024)
})

test('follows the redirect of a GET, and not that of a POST', async () => {
  expect(await send({ url: endpoint.at('/moved') })).toMatchObject({ succeeded: true, status: 200 })
  expect(await send({ url: endpoint.at('/moved'), method: 'POST' })).toMatchObject({ succeeded: false, status: 303 })
})

test('reports an endpoint that fails, does not exist, or may not be called', async () => {
  expect(await send({ url: endpoint.at('/down') })).toMatchObject({
    succeeded: false,
    status: 503,
    text: 'HTTP 503 Service Unavailable',
  })
  expect(await send({ url: 'http://127.0.0.1:1/' })).toMatchObject({
    succeeded: false,
    status: null,
    text: 'The endpoint could not be reached: nothing accepts connections there.',
  })
  expect(await send({ url: 'http://169.254.169.254/latest' })).toMatchObject({
    succeeded: false,
    status: null,
    text: 'The endpoint could not be reached: its address is not allowed.',
  })
})

test('rejects arguments and tools that a turn rejects, and sends nothing', async () => {
  const order = { url: endpoint.at('/orders/{id}'), path_params: { id: { ...filled, type: 'integer' } } }
  const refused = (message: RegExp) => ({
    code: 'validation_error',
    details: [{ path: 'arguments', message: expect.stringMatching(message) }],
  })
  await expect(send(order)).rejects.toMatchObject(refused(/required property "id"/))
  await expect(send(order, { id: 'A', more: 1 })).rejects.toMatchObject(refused(/id: .*integer.* more: is unknown/))
  await expect(send(order, null)).rejects.toMatchObject(refused(/must be a JSON object/))
  await expect(send({ ...order, path_params: { id: filled } }, { id: '..' })).rejects.toMatchObject(
    refused(/must not be "\." or "\.\."/),
  )
  await expect(send({ url: endpoint.at('/{id}') })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('The agent does not have this tool: the url contains {id}'),
  })
  expect(endpoint.requests).toEqual([])
})
