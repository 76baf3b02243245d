import { expect, test } from 'vitest'
import { ApiError, ConnectionError, RateLimitError } from './errors.ts'
import { type ScriptedAnswer, startScriptedServer } from './testing/scripted-server.ts'
import { testClient } from './testing/test-endpoints.ts'

const item = { id: 'i', name: 'n' }
const ok = { status: 200, body: item }

test.each<[string, ScriptedAnswer, number]>([
  ['a 429 as its body says', { status: 429, body: { error: 'slow', retry_after: 7 } }, 7250],
  ['a 429 as its header says', { status: 429, headers: { 'retry-after': '9' } }, 9250],
  [
    'a 429 at the time of its header',
    { status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' } },
    30250,
  ],
  ['a 429 that says nothing, after a minute', { status: 429, body: 'slow' }, 60250],
  ['a 502', { status: 502, body: { error: 'x', code: 'upstream_error' } }, 250],
  ['a 503 as its header says', { status: 503, headers: { 'retry-after': '2' } }, 2250],
  ['a 504', { status: 504 }, 250],
  ['a connection that was cut', 'cut', 250],
])('a read is repeated after %s', async (_, refusal, waitMs) => {
  await using server = await startScriptedServer(refusal, ok)
  const { client, waits } = testClient(server.url)
  expect(await client.items.get('i')).toEqual(item)
  expect(waits).toEqual([waitMs])
})

test('back-off doubles, and the retries are bounded', async () => {
  await using server = await startScriptedServer({ status: 503, body: { error: 'down', code: 'server_error' } })
  const { client, waits } = testClient(server.url)
  await expect(client.items.get('i')).rejects.toMatchObject({ status: 503, code: 'server_error' })
  expect(waits).toEqual([250, 500, 1000])
  expect(server.received).toHaveLength(4)
})

test.each([400, 401, 403, 404, 409, 413, 500])('a %i is not repeated', async (status) => {
  await using server = await startScriptedServer({ status, body: { error: 'no', code: 'c' } })
  await expect(testClient(server.url).client.items.get('i')).rejects.toMatchObject({ status })
  expect(server.received).toHaveLength(1)
})

test('a POST is repeated with the same generated Idempotency-Key, another call has another', async () => {
  await using server = await startScriptedServer({ status: 502 }, 'cut', ok)
  const { client } = testClient(server.url)
  await client.items.reset('i')
  await client.items.reset('i')
  const [first, second, third, other] = server.received.map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect([second, third]).toEqual([first, first])
  expect(other).not.toBe(first)
})

test('a POST carries the Idempotency-Key that it is given', async () => {
  await using server = await startScriptedServer(ok)
  await testClient(server.url).client.items.reset('i', { idempotencyKey: 'mine' })
  expect(server.received).toMatchObject([{ headers: { 'idempotency-key': 'mine' } }])
})

test('a POST without Idempotency-Key and a PATCH are sent once', async () => {
  await using server = await startScriptedServer({ status: 502 })
  const { client } = testClient(server.url)
  await expect(client.items.reset('i', { idempotencyKey: null })).rejects.toThrow(ApiError)
  await expect(client.items.update('i', {})).rejects.toThrow(ApiError)
  expect(server.received.map(({ method }) => method)).toEqual(['POST', 'PATCH'])
  expect(server.received[0]?.headers).not.toHaveProperty('idempotency-key')
})

test('a call can have its own number of retries', async () => {
  await using server = await startScriptedServer({ status: 503 })
  await expect(testClient(server.url).client.items.get('i', { retries: 0 })).rejects.toThrow(ApiError)
  expect(server.received).toHaveLength(1)
})

test('a 429 that outlasts the retries is a RateLimitError', async () => {
  await using server = await startScriptedServer({
    status: 429,
    body: { error: 'Rate limit exceeded', retry_after: 60 },
  })
  const error = await testClient(server.url)
    .client.items.get('i')
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error).toMatchObject({ message: 'Rate limit exceeded', code: 'rate_limited', retryAfterSeconds: 60 })
  expect(server.received).toHaveLength(4)
})

test('a wait longer than two minutes is left to the caller', async () => {
  await using server = await startScriptedServer({ status: 429, body: { error: 'x', retry_after: 121 } })
  const { client, waits } = testClient(server.url)
  await expect(client.items.get('i')).rejects.toMatchObject({ retryAfterSeconds: 121 })
  expect(waits).toEqual([])
})

test('a validation error carries its details and the request id', async () => {
  const details = [{ path: 'contact.name', message: 'is required' }]
  await using server = await startScriptedServer({
    status: 400,
    body: { error: 'Invalid request', code: 'validation_error', details },
    headers: { 'x-request-id': 'r-1' },
  })
  const error = await testClient(server.url)
    .client.items.get('i')
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    name: 'ApiError',
    message: 'Invalid request',
    code: 'validation_error',
    details,
    requestId: 'r-1',
  })
})

test.each<[string, ScriptedAnswer]>([
  ['an error page', { status: 413, body: '<html>too large</html>' }],
  ['a success that is no JSON', { status: 200, body: '<html>login</html>' }],
  ['a redirect, which would take the key along', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
])('%s is an unexpected response', async (_, answer) => {
  await using server = await startScriptedServer(answer)
  await expect(testClient(server.url).client.items.get('i')).rejects.toMatchObject({
    name: 'ApiError',
    code: 'unexpected_response',
  })
})

test('no server is a ConnectionError with its cause', async () => {
  const server = await startScriptedServer()
  await server[Symbol.asyncDispose]()
  const error = await testClient(server.url)
    .client.items.get('i')
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ reason: 'network', cause: expect.any(Error) })
})

test('an answer that does not come in time is a ConnectionError, and repeated', async () => {
  await using server = await startScriptedServer('hang')
  const { client } = testClient(server.url, { timeoutMs: 50, retries: 1 })
  await expect(client.items.get('i')).rejects.toMatchObject({ name: 'ConnectionError', reason: 'timeout' })
  expect(server.received).toHaveLength(2)
})

test('an abort ends a call under way with the reason of its signal', async () => {
  await using server = await startScriptedServer('hang')
  const controller = new AbortController()
  const { client } = testClient(server.url, {
    fetch: (url, init) => {
      const response = fetch(url, init)
      controller.abort(new Error('enough'))
      return response
    },
  })
  await expect(client.items.get('i', { signal: controller.signal })).rejects.toThrow('enough')
})

test('a call whose signal is aborted already sends nothing', async () => {
  await using server = await startScriptedServer(ok)
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(testClient(server.url).client.items.get('i', { signal })).rejects.toThrow('enough')
  expect(server.received).toEqual([])
})
