import { expect, test } from 'vitest'
import type { HttpRequest } from '../api-gateway/request.ts'
import { resource } from './distribution-fixture.ts'
import { compileFunction } from './viewer-function.ts'

const REQUEST: HttpRequest = {
  method: 'GET',
  path: '/orders/1',
  rawQuery: 'tab=a&tag=x&tag=y',
  headers: [
    ['Accept', 'text/html'],
    ['Cookie', 'a=1; b=2=3'],
  ],
  body: Buffer.alloc(0),
  oversized: false,
  sourceIp: '127.0.0.1',
  protocol: 'HTTP/1.1',
}

const run = (code: string, request = REQUEST, runMilliseconds?: number) => {
  const properties = { FunctionCode: code, FunctionConfig: { Runtime: 'cloudfront-js-2.0' } }
  return compileFunction(resource('Fn', 'AWS::CloudFront::Function', properties), runMilliseconds)(request, 'E123')
}

test('leaves a request unchanged if the function returns it unchanged', async () => {
  const viewed = await run('function handler(event) { return event.request }')
  expect(viewed).toMatchObject({
    kind: 'request',
    request: {
      ...REQUEST,
      headers: [
        ['accept', 'text/html'],
        ['cookie', 'a=1; b=2=3'],
      ],
    },
  })
})

test('lets a function replace path, headers, cookies and query', async () => {
  const viewed = await run(`async function handler({ request }) {
    request.uri = '/index.html'
    request.headers['x-added'] = { value: 'v' }
    delete request.cookies.a
    request.querystring = { q: { value: '1' } }
    return request
  }`)
  expect(viewed).toMatchObject({
    request: {
      path: '/index.html',
      rawQuery: 'q=1',
      headers: [
        ['accept', 'text/html'],
        ['x-added', 'v'],
        ['cookie', 'b=2=3'],
      ],
    },
  })
})

test('lets a function return the response', async () => {
  const viewed = await run(`function handler(event) {
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/' + event.viewer.ip } } }
  }`)
  expect(viewed).toEqual({ kind: 'response', status: 302, headers: { location: '/127.0.0.1' }, body: '' })
})

test.each([
  ['throws', 'function handler() { throw new Error("boom") }', 'boom'],
  ['returns nothing', 'function handler() {}', 'undefined'],
  ['accesses the machine', 'function handler() { return process.env }', 'process is not defined'],
  ['does not exist', 'function other() {}', 'handler is not defined'],
])('throws for a function that %s', async (_, code, message) => {
  await expect(run(code)).rejects.toThrow(message)
})

test('throws for a function that never ends', async () => {
  await expect(run('function handler() { while (true); }', REQUEST, 50)).rejects.toThrow('timed out')
})

test('throws at startup for another runtime', () => {
  const fn = resource('Fn', 'AWS::CloudFront::Function', { FunctionConfig: { Runtime: 'nodejs24.x' } })
  expect(() => compileFunction(fn)).toThrow('nodejs24.x is not supported')
})

test.each([
  [10_240, 'accepts'],
  [10_241, 'refuses'],
])('%s bytes of code: it %s them', (bytes, outcome) => {
  const compile = () =>
    compileFunction(
      resource('Fn', 'AWS::CloudFront::Function', {
        FunctionCode: `//${'x'.repeat(bytes - 2)}`,
        FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
      }),
    )
  if (outcome === 'accepts') expect(compile).not.toThrow()
  else expect(compile).toThrow('larger than 10240 bytes')
})
