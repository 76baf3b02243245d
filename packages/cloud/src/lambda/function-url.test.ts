import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject, Resource } from '../resource.ts'
import { startFunctionUrl } from './function-url.ts'
import { throttled } from './lambda-error.ts'
import { type LambdaService, startLambda } from './lambda-service.ts'

const ENVIRONMENT = { region: 'eu-central-1', accountId: '111111111111' }
const ARN = 'arn:aws:lambda:eu-central-1:111111111111:function:url'

const SOURCE = `export const handler = async (event) => {
  const path = event.rawPath
  if (path === '/throw') throw new Error('boom')
  if (path === '/hang') await new Promise(() => setInterval(() => {}, 1000))
  if (path === '/bad') return { statusCode: 'x' }
  if (path === '/text') return 'plain'
  if (path === '/object') return { a: 1 }
  if (path === '/nothing') return
  if (path === '/full') return { statusCode: 201, headers: { 'X-Own': 'yes', 'Content-Type': 'text/html' },
    cookies: ['a=1', 'b=2'], body: Buffer.from('<p>').toString('base64'), isBase64Encoded: true }
  return { statusCode: 200, body: JSON.stringify(event) }
}`

let code: string
let lambda: LambdaService
let url: { url: string; stop(): Promise<void> }

const FUNCTION = { Handler: 'index.handler', Runtime: 'nodejs24.x', Timeout: 30 }
/** The only function that must not end in time. */
const BRIEF = 'arn:aws:lambda:eu-central-1:111111111111:function:brief'

function resource(type: string, properties: JsonObject): Resource {
  return { stack: 'app', logicalId: 'Url', type, physicalId: 'url', arn: ARN, properties }
}

beforeAll(async () => {
  code = await mkdtemp(join(tmpdir(), 'url-'))
  await writeFile(join(code, 'index.mjs'), SOURCE)
  lambda = startLambda({
    functions: [
      resource('AWS::Lambda::Function', FUNCTION),
      { ...resource('AWS::Lambda::Function', { ...FUNCTION, Timeout: 1 }), physicalId: 'brief', arn: BRIEF },
    ],
    assetPath: () => code,
    environment: ENVIRONMENT,
    credentials: () => ({ accessKeyId: 'KEY', secretAccessKey: 'secret' }),
    endpointUrl: 'http://127.0.0.1:1',
  })
  url = await urlOf(ARN)
})

afterAll(async () => {
  await url.stop()
  await lambda.stop()
  await rm(code, { recursive: true, force: true })
})

/** Starts the URL of a function. */
function urlOf(TargetFunctionArn: string) {
  const properties = { AuthType: 'NONE', TargetFunctionArn }
  return startFunctionUrl({
    url: resource('AWS::Lambda::Url', properties),
    port: 0,
    lambda,
    environment: ENVIRONMENT,
  })
}

/** Sends header lines unchanged, which `fetch` would merge. */
async function send(path: string, headers: string[]): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<Parameters<typeof text>[0]>()
  request(`${url.url}${path}`, { headers: ['Host', 'example.test:80', ...headers] }, resolve)
    .on('error', reject)
    .end()
  return JSON.parse(await text(await promise))
}

test('passes an event of payload format 2.0', async () => {
  const event = await send('/a%20b//c/?x=1&y=%26&x=2', [
    'X-One',
    '1',
    'x-one',
    '2',
    'Cookie',
    'a=1; b=2',
    'User-Agent',
    'me',
  ])
  expect(event).toEqual({
    version: '2.0',
    routeKey: '$default',
    rawPath: '/a%20b//c/',
    rawQueryString: 'x=1&y=%26&x=2',
    cookies: ['a=1', 'b=2'],
    headers: {
      host: 'example.test:80',
      'x-one': '1,2',
      'user-agent': 'me',
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-port': '80',
      'x-forwarded-proto': 'http',
    },
    queryStringParameters: { x: '1,2', y: '&' },
    requestContext: {
      accountId: 'anonymous',
      apiId: 'url',
      domainName: 'example.test',
      domainPrefix: 'url',
      http: { method: 'GET', path: '/a%20b//c/', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'me' },
      requestId: expect.any(String),
      routeKey: '$default',
      stage: '$default',
      time: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      timeEpoch: expect.any(Number),
    },
    isBase64Encoded: false,
  })
})

test.each([
  ['application/json', Buffer.from('{ "a":  "ü\\u00e9" }\n'), false],
  ['application/json; charset=utf-8', Buffer.from('{}'), false],
  ['text/csv', Buffer.from('a,b'), false],
  ['text/plain', Buffer.from([0x66, 0xff, 0xfe]), true],
  ['application/x-www-form-urlencoded', Buffer.from('a=1'), true],
  ['application/octet-stream', randomBytes(1000), true],
])('keeps the bytes of a %s body', async (type, body, base64) => {
  const response = await fetch(url.url, { method: 'POST', body, headers: { 'content-type': type } })
  const event = JSON.parse(await response.text())
  expect(event.isBase64Encoded).toBe(base64)
  expect(Buffer.from(event.body, base64 ? 'base64' : 'utf8').equals(body)).toBe(true)
})

test.each([
  ['/text', 'plain'],
  ['/object', '{"a":1}'],
  ['/nothing', 'null'],
])('returns a result without status at %s as the body of a 200', async (path, body) => {
  const response = await fetch(url.url + path)
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'application/json',
    body,
  ])
})

test('lets a function set status, headers, cookies and bytes', async () => {
  const response = await fetch(`${url.url}/full`)
  expect(response.status).toBe(201)
  expect(response.headers.get('x-own')).toBe('yes')
  expect(response.headers.get('content-type')).toBe('text/html')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await response.text()).toBe('<p>')
})

test.each(['/throw', '/bad'])('returns 502 for a function that fails at %s', async (path) => {
  const response = await fetch(url.url + path)
  expect([response.status, await response.text()]).toEqual([502, 'Internal Server Error'])
})

test('returns 502 for a function that does not end in time', async () => {
  const brief = await urlOf(BRIEF)
  const response = await fetch(`${brief.url}/hang`)
  expect([response.status, await response.text()]).toEqual([502, 'Internal Server Error'])
  await brief.stop()
})

test('returns 429 for a throttled function', async () => {
  const lambda: LambdaService = { invoke: () => Promise.reject(throttled()), stop: async () => {} }
  const properties = { AuthType: 'NONE', TargetFunctionArn: ARN }
  const options = { url: resource('AWS::Lambda::Url', properties), port: 0, lambda, environment: ENVIRONMENT }
  const throttledUrl = await startFunctionUrl(options)
  const response = await fetch(throttledUrl.url)
  expect([response.status, await response.text()]).toEqual([429, '{"Message":"Rate Exceeded."}'])
  await throttledUrl.stop()
})

test('rejects more than six megabytes', async () => {
  const response = await fetch(url.url, { method: 'POST', body: 'x'.repeat(6 * 1024 * 1024 + 1) })
  expect(response.status).toBe(413)
})

test.each<JsonObject>([{ AuthType: 'AWS_IAM' }, { AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' }])(
  'rejects %o as not supported',
  async (properties) => {
    const start = startFunctionUrl({
      url: resource('AWS::Lambda::Url', properties),
      port: 0,
      lambda,
      environment: ENVIRONMENT,
    })
    await expect(start).rejects.toThrow('not supported')
  },
)
