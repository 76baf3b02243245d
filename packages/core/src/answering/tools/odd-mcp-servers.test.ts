import type { ToolProblem } from '@replywright/contract/mcp-connectors.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { loopbackGuard } from '../../platform/outbound/testing/post.ts'
import { mcpTools } from './mcp-tools.ts'
import { probe } from './test-tools.ts'
import { toolCall } from './testing/call.ts'
import { type PlainMcpServer, startPlainMcpServer } from './testing/plain-mcp-server.ts'

const started: PlainMcpServer[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server[Symbol.asyncDispose]()
})
async function start(...options: Parameters<typeof startPlainMcpServer>): Promise<PlainMcpServer> {
  const server = await startPlainMcpServer(...options)
  started.push(server)
  return server
}

let connectors = 0
async function open(url: string) {
  const reported: ToolProblem[] = []
  connectors += 1
  const id = `odd-${connectors}`
  const connector = { organizationId: 'o1', id, version: 1, name: 'Shop', url, headers: new Map(), allowed: null }
  const { tools, unavailable } = await mcpTools([connector], {
    now: 0,
    signal: AbortSignal.timeout(20_000),
    guard: loopbackGuard,
    approve: async (_, listed) => listed,
    report: async (_, problems) => void reported.push(...problems),
    reportRefused: async () => {},
  })
  return { tools, names: tools.map(({ name }) => name), unavailable, reported }
}

const text = { type: 'string' }
const healthy = {
  name: 'healthy',
  description: 'd',
  inputSchema: { type: 'object', properties: { q: text }, required: ['q'] },
}
const called = { 'tools/call': () => ({ content: [{ type: 'text', text: 'called' }] }) }
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('an odd tool does not hide the others', () => {
  test.each<[string, unknown, object | RegExp]>([
    ['an empty schema', {}, { properties: {} }],
    ['null as schema', null, { properties: {} }],
    ['choices at the top', { anyOf: [{ type: 'object', properties: { q: text } }] }, { properties: { q: text } }],
    [
      'required inside properties',
      { type: 'object', properties: { coin: text, required: ['coin'] } },
      { required: ['coin'] },
    ],
    ['a list as schema', [], /not a JSON Schema/],
    ['a nested schema', { type: 'object', properties: { a: JSON.parse(deep(100)) } }, /nested deeper/],
  ])('%s', async (_, inputSchema, expected) => {
    const { url } = await start({ 'tools/list': () => ({ tools: [{ name: 'odd', inputSchema }, healthy] }), ...called })
    const { tools, names, unavailable, reported } = await open(url)
    expect(unavailable).toEqual([])
    if (expected instanceof RegExp) {
      expect(names).toEqual(['healthy'])
      expect(reported).toEqual([{ tool: 'odd', problem: expect.stringMatching(expected) }])
    } else {
      expect([names, reported]).toEqual([['odd', 'healthy'], []])
      expect(tools[0]?.parameters).toMatchObject({ type: 'object', ...expected })
    }
    expect(await tools.at(-1)?.run({ q: 'x' }, toolCall())).toEqual({ text: 'called' })
    expect((await probe({ url, headers: new Map() }, { guard: loopbackGuard })).problems).toEqual(reported)
  })
})

const html = { 'Content-Type': 'text/html; charset=utf-8' }
describe('a server that cannot be used says why', () => {
  test.each<[string, string, RegExp, Parameters<typeof startPlainMcpServer>]>([
    ['nests its response', 'too_deep', /nested too deeply/, [{ 'tools/list': () => `{"tools":[${deep(20_000)}]}` }]],
    [
      'sends too much',
      'too_large',
      /larger than 1 MB/,
      [{ 'tools/list': () => ({ tools: [{ name: 'x'.repeat(1_100_000) }] }) }],
    ],
    [
      'never ends its pages',
      'endless',
      /does not end/,
      [{ 'tools/list': () => ({ tools: [], nextCursor: String(Math.random()) }) }],
    ],
    ['lists no array', 'protocol', /violated the MCP protocol/, [{ 'tools/list': () => ({ tools: {} }) }]],
    [
      'wants a sign-in',
      'sign_in',
      /not supported. Use a header with a token/,
      [
        {},
        {
          around: (_, response) => {
            const challenge = 'Bearer resource_metadata="https://x.example/.well-known/oauth-protected-resource"'
            response.writeHead(401, { 'WWW-Authenticate': challenge }).end()
            return true
          },
        },
      ],
    ],
    [
      'rejects the key',
      'unauthorized',
      /Check the headers/,
      [{}, { around: (_, response) => !!response.writeHead(403).end() }],
    ],
    [
      'is a page',
      'web_page',
      /web page/,
      [{}, { around: (_, response) => !!response.writeHead(200, html).end('<html>') }],
    ],
    [
      'is missing',
      'not_found',
      /no MCP server/,
      [{}, { around: (_, response) => !!response.writeHead(404, html).end('<html>') }],
    ],
    [
      'fails',
      'status',
      /returned an error. Status: 500/,
      [{}, { around: (_, response) => !!response.writeHead(500).end() }],
    ],
  ])('because it %s', async (_, problem, sentence, options) => {
    const { url } = await start(...options)
    const { names, unavailable, reported } = await open(url)
    expect([names, unavailable]).toEqual([[], ['Shop']])
    expect(reported).toEqual([{ tool: null, problem: expect.stringMatching(sentence) }])
    expect(await probe({ url, headers: new Map() }, { guard: loopbackGuard })).toMatchObject({ problem, tools: [] })
  })
})

test('a server with the transport of 2024 is used, and not asked for the other one again', async () => {
  const server = await start({ 'tools/list': () => ({ tools: [healthy] }), ...called }, { isOld: true })
  const { tools, reported } = await open(server.url)
  expect(reported).toEqual([])
  server.seen.length = 0
  expect(await tools[0]?.run({ q: 'x' }, toolCall())).toEqual({ text: 'called' })
  expect(server.seen).toEqual(['GET', 'initialize', 'notifications/initialized', 'tools/call'])
})

test('an ended session is started again, once', async () => {
  let ended = 1
  const server = await start(
    { 'tools/list': () => ({ tools: [healthy] }), ...called },
    {
      around: (_, response, message) => {
        response.setHeader('Mcp-Session-Id', 's1')
        if (message?.method !== 'tools/call' || ended === 0) return false
        ended -= 1
        return !!response.writeHead(404).end()
      },
    },
  )
  const { tools } = await open(server.url)
  expect(await tools[0]?.run({ q: 'x' }, toolCall())).toEqual({ text: 'called' })
  ended = 2
  expect(await tools[0]?.run({ q: 'x' }, toolCall())).toEqual({ text: 'The server responded with status 404.' })
})

test('a result that is nested too deeply is told to the model', async () => {
  const result = `{"content":[],"structuredContent":{"a":${deep(20_000)}}}`
  const { url } = await start({ 'tools/list': () => ({ tools: [healthy] }), 'tools/call': () => result })
  const { tools } = await open(url)
  expect(await tools[0]?.run({ q: 'x' }, toolCall())).toEqual({
    text: 'A response of the server is nested too deeply.',
  })
})

test('a server without the method has no tools', async () => {
  const { url } = await start({})
  expect(await open(url)).toMatchObject({ names: [], unavailable: [], reported: [] })
})

test('a server that ignores the cursor is listed once', async () => {
  const { url } = await start({ 'tools/list': () => ({ tools: [healthy], nextCursor: 'same' }) })
  const { names, reported } = await open(url)
  expect(names).toEqual(['healthy'])
  expect(reported).toEqual([{ tool: 'healthy', problem: expect.stringContaining('same name') }])
})
