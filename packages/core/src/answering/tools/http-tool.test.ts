import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ToolCall } from '../../agents/tool.ts'
import type { Guard } from '../../platform/outbound/address-guard.ts'
import { httpTools } from './http-tool.ts'
import { CALL_ID, toolCall } from './testing/call.ts'
import { type Endpoint, namesGuard, startEndpoint } from './testing/endpoint.ts'

vi.stubEnv('LOG_LEVEL', 'info')
const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

let endpoint: Endpoint
beforeAll(async () => {
  endpoint = await startEndpoint({
    '/orders/A-1': (response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{ "state": "sent" }'),
    '/echo': (response, { headers, url, body }) => response.end(JSON.stringify({ headers, url, body })),
    '/page': (response) =>
      response.writeHead(500, { 'Content-Type': 'text/html' }).end('<nav>x</nav><p>Sorry, <b>down</b>.'),
    '/torn': (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"a":'),
    '/picture': (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end('PNG'),
    '/huge': (response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('x'.repeat(1_000_000)),
    '/bomb': (response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(10_000_000, 'y'))),
    '/slow': () => {},
    '/metadata': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    '/away': (response) =>
      response.writeHead(302, { location: `http://other.example.com:${endpoint.port}/echo` }).end(),
    '/moved': (response) => response.writeHead(301, { location: '/orders/A-1' }).end(),
    '/cut': (response) => response.destroy(),
    '/nothing': (response) => response.writeHead(204).end(),
  })
})
afterAll(async () => {
  await endpoint[Symbol.asyncDispose]()
  written.mockRestore()
  vi.unstubAllEnvs()
})
beforeEach(() => {
  endpoint.requests.length = 0
  written.mockClear()
})

const SECRET = 'Bearer sk-live-xyz'
const header = (value: string) => ({ input: { type: 'value', value } })
const settings = (apiSchema: unknown, more: object = {}) => ({
  id: 't1',
  name: 'Find an order',
  description: 'Tells where an order is.',
  apiSchema,
  active: true,
  creditCost: 3,
  ...more,
})
const placeholders = { phoneNumber: '+447700900200', imageUrl: async () => '' }

function tool(path: string, method = 'GET', guard: Guard = namesGuard, url = endpoint.at(path)) {
  const [made] = httpTools(
    [settings({ url, method, request_headers: { Authorization: header(SECRET) } })],
    placeholders,
    guard,
  )
  if (!made) throw new Error('the tool was left out')
  return made
}
async function told(path: string, method?: string, call?: Partial<ToolCall>) {
  const { text } = await tool(path, method).run({}, toolCall(call))
  return text
}

test('a tool follows its settings and hides fixed values', () => {
  const [made] = httpTools(
    [
      settings({
        url: endpoint.at('/orders/{id}'),
        path_params: { id: { input: { type: 'description', description: 'The order' } } },
        query_params: { phone: header('%PHONE_NUMBER%'), shop: header('secret-shop') },
        request_headers: { Authorization: header(SECRET) },
      }),
    ],
    placeholders,
  )
  expect(made).toMatchObject({
    name: 'Find_an_order',
    description: 'Tells where an order is.',
    parameters: { properties: { id: { description: 'The order' } }, required: ['id'] },
    changesOutside: false,
    creditCost: 3,
  })
  expect(JSON.stringify(made)).not.toMatch(/sk-live|secret-shop|PHONE_NUMBER|127\.0\.0\.1/)
})

test('leaves out inactive tools, and logs invalid ones', () => {
  const url = 'https://api.example.com'
  const tools = httpTools(
    [
      settings({ url }, { active: false }),
      settings('nonsense', { id: 't2' }),
      settings({ url }),
      settings({ url, method: 'DELETE' }),
    ],
    placeholders,
  )
  expect(tools.map(({ name, changesOutside }) => [name, changesOutside])).toEqual([
    ['Find_an_order', false],
    ['Find_an_order_2', true],
  ])
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines).toMatchObject([{ event: 'tool.left_out', toolId: 't2' }])
})

test('sends its headers and an idempotency key, and returns status and JSON', async () => {
  expect(await told('/orders/A-1')).toBe('HTTP 200 OK\n{"state":"sent"}')
  expect(endpoint.requests).toMatchObject([
    { method: 'GET', url: '/orders/A-1', headers: { authorization: SECRET, 'idempotency-key': CALL_ID } },
  ])
})

test('sends the customer’s number and the body', async () => {
  const [made] = httpTools(
    [
      settings({
        url: endpoint.at('/orders/A-1'),
        method: 'POST',
        query_params: { p: header('%PHONE_NUMBER%') },
        request_body: { image: header('%IMAGE_URL%') },
      }),
    ],
    placeholders,
    namesGuard,
  )
  await made?.run({}, toolCall())
  expect(endpoint.requests).toMatchObject([
    {
      method: 'POST',
      url: '/orders/A-1?p=%2B447700900200',
      body: '{"image":""}',
      headers: { 'content-type': 'application/json' },
    },
  ])
})

test('tells the model that nothing was called without the number of the customer', async () => {
  const apiSchema = { url: endpoint.at('/orders/A-1'), query_params: { p: header('%PHONE_NUMBER%') } }
  const [made] = httpTools([settings(apiSchema)], { ...placeholders, phoneNumber: '' }, namesGuard)
  expect(await made?.run({}, toolCall())).toEqual({
    text: "Nothing was called: the customer's phone number is not known.",
  })
  expect(endpoint.requests).toEqual([])
})

test('hides secrets in responses', async () => {
  const text = await told('/echo')
  expect(text).toContain('"authorization":"[hidden]"')
  expect(text).not.toContain('sk-live')
})

test('sends user name and password of its URL to that host only, and hides them in responses', async () => {
  const call = async (path: string) => {
    const url = endpoint.at(path).replace('://', '://ann:p%40ss-word@')
    const [made] = httpTools([settings({ url })], placeholders, namesGuard)
    return (await made?.run({}, toolCall()))?.text
  }
  const basic = `Basic ${Buffer.from('ann:p@ss-word').toString('base64')}`
  expect(await call('/echo')).toContain('"authorization":"Basic [hidden]"')
  expect(endpoint.requests).toMatchObject([{ url: '/echo', headers: { authorization: basic } }])
  expect(await call('/away')).not.toContain('authorization')
  expect(endpoint.requests.slice(1)).toMatchObject([{ headers: { authorization: basic } }, { url: '/echo' }])
})

test('hides all fixed values in responses, except public ones', async () => {
  const [made] = httpTools(
    [
      settings({
        url: `${endpoint.at('/echo')}?token=url-secret`,
        method: 'POST',
        query_params: {
          key: header('query/secret'),
          shop: { input: { type: 'value', value: 'northern', public: true } },
        },
        request_body: { deep: { account: header('body-secret') }, phone: header('%PHONE_NUMBER%') },
      }),
    ],
    placeholders,
    namesGuard,
  )
  const { text = '' } = (await made?.run({}, toolCall())) ?? {}
  expect(text).not.toMatch(/(url|query|body)(-|\/|%2F)secret/)
  expect(text).toContain('shop=northern')
  expect(text).toContain('+447700900200')
  expect(endpoint.requests).toMatchObject([
    { url: '/echo?token=url-secret&key=query%2Fsecret&shop=northern', body: expect.stringContaining('body-secret') },
  ])
})

describe('the model reads the result of any response', () => {
  test.each([
    ['/page', /^HTTP 500 Internal Server Error\nSorry, down\.$/],
    ['/torn', /^HTTP 200 OK\n\{"a":$/],
    ['/picture', /^HTTP 200 OK\n\[3 bytes of binary data\]$/],
    ['/missing', /^HTTP 404 Not Found$/],
    ['/nothing', /^HTTP 204 No Content$/],
    ['/huge', /^HTTP 200 OK\nx{65536}\n\[… cut: there is more\]$/],
    ['/bomb', /^HTTP 200 OK\ny{65536}\n\[… cut: there is more\]$/],
    ['/moved', /^HTTP 200 OK\n\{"state":"sent"\}$/],
    ['/metadata', /its address is not allowed/],
    ['/cut', /the connection was closed/],
  ])('%s', async (path, text) => {
    expect(await told(path)).toMatch(text)
  })

  test('a timeout at the end of the turn, with a warning if the call may have taken effect', async () => {
    expect(await told('/slow', 'GET', { signal: AbortSignal.timeout(200) })).toBe(
      'The endpoint could not be reached: it did not respond in time.',
    )
    expect(await told('/slow', 'POST', { signal: AbortSignal.timeout(200) })).toMatch(
      /not known whether it took effect/,
    )
  })

  test('a refused connection', async () => {
    const gone = await startEndpoint({})
    await gone[Symbol.asyncDispose]()
    expect((await tool('', 'GET', namesGuard, gone.at('/')).run({}, toolCall())).text).toMatch(
      /nothing accepts connections/,
    )
  })

  test('a redirect of a POST is not followed', async () => {
    expect(await told('/moved', 'POST')).toBe('HTTP 301 Moved Permanently')
    expect(endpoint.requests).toHaveLength(1)
  })

  test('a blocked address, by literal or by name', async () => {
    const inner = { ...namesGuard, resolve: async () => [{ address: '169.254.169.254', family: 4 }] }
    for (const url of ['http://169.254.169.254/', 'http://inner.example.com/'])
      expect((await tool('', 'GET', inner, url).run({}, toolCall())).text).toMatch(/its address is not allowed/)
  })
})
