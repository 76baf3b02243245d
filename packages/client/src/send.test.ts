import { expect, test } from 'vitest'
import { ApiError, ConnectionError, RateLimitError } from './errors.ts'
import { type ScriptedResponse, startScriptedServer } from './testing/scripted-server.ts'
import { testClient } from './testing/test-endpoints.ts'

const item = { id: 'i', name: 'n' }
const ok = { status: 200, body: item }

test.each<[string, ScriptedResponse, number]>([
  ['a 429, using retry_after of the body', { status: 429, body: { error: 'slow', retry_after: 7 } }, 7250],
  ['a 429, using the seconds of Retry-After', { status: 429, headers: { 'retry-after': '9' } }, 9250],
  [
    'a 429, using the date of Retry-After',
    { status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' } },
    30250,
  ],
  ['a 429 without a delay, after one minute', { status: 429, body: 'slow' }, 60250],
  ['a 502', { status: 502, body: { error: 'x', code: 'upstream_error' } }, 250],
  ['a 503, using Retry-After', { status: 503, headers: { 'retry-after': '2' } }, 2250],
  ['a 504', { status: 504 }, 250],
  ['a closed connection', 'cut', 250],
])('retries a read after %s', async (_, failure, waitMs) => {
  await using server = await startScriptedServer(failure, ok)
  const { client, waits } = testClient(server.url)
  expect(await client.items.get('i')).toEqual(item)
  expect(waits).toEqual([waitMs])
})

test('doubles the backoff and limits the retries', async () => {
  await using server = await startScriptedServer({ status: 503, body: { error: 'down', code: 'server_error' } })
  const { client, waits } = testClient(server.url)
  await expect(client.items.get('i')).rejects.toMatchObject({ status: 503, code: 'server_error' })
  expect(waits).toEqual([250, 500, 1000])
  expect(server.received).toHaveLength(4)
})

test.each([400, 401, 403, 404, 409, 413, 500])('does not retry a %i', async (status) => {
  await using server = await startScriptedServer({ status, body: { error: 'no', code: 'c' } })
  await expect(testClient(server.url).client.items.get('i')).rejects.toMatchObject({ status })
  expect(server.received).toHaveLength(1)
})

test('retries a POST with its generated Idempotency-Key, which is unique per call', async () => {
  await using server = await startScriptedServer({ status: 502 }, 'cut', ok)
  const { client } = testClient(server.url)
  await client.items.reset('i')
  await client.items.reset('i')
  const [first, second, third, other] = server.received.map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect([second, third]).toEqual([first, first])
  expect(other).not.toBe(first)
})

test('waits for the first request with the same Idempotency-Key if its response was lost', async () => {
  const inProgress = { status: 409, body: { error: 'in progress', code: 'conflict' }, headers: { 'retry-after': '1' } }
  await using server = await startScriptedServer('cut', inProgress, ok)
  const { client, waits } = testClient(server.url)
  expect(await client.items.reset('i')).toEqual(item)
  expect(waits).toEqual([250, 1500])
  expect(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('sends the given Idempotency-Key', async () => {
  await using server = await startScriptedServer(ok)
  await testClient(server.url).client.items.reset('i', { idempotencyKey: 'mine' })
  expect(server.received).toMatchObject([{ headers: { 'idempotency-key': 'mine' } }])
})

test('does not retry a POST without Idempotency-Key or a PATCH', async () => {
  await using server = await startScriptedServer({ status: 502 })
  const { client } = testClient(server.url)
  await expect(client.items.reset('i', { idempotencyKey: null })).rejects.toThrow(ApiError)
  await expect(client.items.update('i', {})).rejects.toThrow(ApiError)
  expect(server.received.map(({ method }) => method)).toEqual(['POST', 'PATCH'])
  expect(server.received[0]?.headers).not.toHaveProperty('idempotency-key')
})

test('does not retry a POST of the proxy after a 502, because the API forwards it again', async () => {
  await using server = await startScriptedServer({ status: 502, body: { error: 'x', code: 'upstream_error' } }, ok)
  const { client } = testClient(server.url)
  const sent = client.items.proxyPost({ id: 'i', path: '1/messages' }, {})
  await expect(sent).rejects.toMatchObject({ status: 502 })
  expect(server.received).toHaveLength(1)
})

test('retries any request after a 429, because the API did not run it', async () => {
  const limited = { status: 429, body: { error: 'slow', retry_after: 7 } }
  await using server = await startScriptedServer(limited, ok, limited, ok)
  const { client, waits } = testClient(server.url)
  expect(await client.items.update('i', {})).toEqual(item)
  expect(await client.items.reset('i', { idempotencyKey: null })).toEqual(item)
  expect(waits).toEqual([7250, 7250])
})

test('uses the number of retries of the call', async () => {
  await using server = await startScriptedServer({ status: 503 })
  await expect(testClient(server.url).client.items.get('i', { retries: 0 })).rejects.toThrow(ApiError)
  expect(server.received).toHaveLength(1)
})

test('throws a RateLimitError for a 429 after all retries', async () => {
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

test('throws instead of waiting longer than two minutes', async () => {
  await using server = await startScriptedServer({ status: 429, body: { error: 'x', retry_after: 121 } })
  const { client, waits } = testClient(server.url)
  await expect(client.items.get('i')).rejects.toMatchObject({ retryAfterSeconds: 121 })
  expect(waits).toEqual([])
})

test('throws a validation error with its details and request id', async () => {
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

test('throws an ApiError with the reason of a conflict', async () => {
  const body = { error: 'The webhook is disabled.', code: 'conflict', reason: 'webhook_disabled' }
  await using server = await startScriptedServer({ status: 409, body })
  await expect(testClient(server.url).client.items.get('i')).rejects.toMatchObject({
    code: 'conflict',
    reason: 'webhook_disabled',
  })
})

test.each<[string, ScriptedResponse]>([
  ['an error page', { status: 413, body: '<html>too large</html>' }],
  ['a success that is not JSON', { status: 200, body: '<html>login</html>' }],
  ['a redirect, which would receive the API key', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
])('throws unexpected_response for %s', async (_, response) => {
  await using server = await startScriptedServer(response)
  await expect(testClient(server.url).client.items.get('i')).rejects.toMatchObject({
    name: 'ApiError',
    code: 'unexpected_response',
  })
})

test('throws a ConnectionError with its cause if there is no server', async () => {
  const server = await startScriptedServer()
  await server[Symbol.asyncDispose]()
  const error = await testClient(server.url)
    .client.items.get('i')
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ reason: 'network', cause: expect.any(Error) })
})

test('retries after a timeout, then throws a ConnectionError', async () => {
  await using server = await startScriptedServer('hang')
  const { client, waits } = testClient(server.url, { timeoutMs: 50, retries: 1 })
  await expect(client.items.get('i')).rejects.toMatchObject({ name: 'ConnectionError', reason: 'timeout' })
  expect(waits).toHaveLength(1)
})

test('rejects a running call with the reason of its signal', async () => {
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

test('sends no request if the signal is already aborted', async () => {
  await using server = await startScriptedServer(ok)
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(testClient(server.url).client.items.get('i', { signal })).rejects.toThrow('enough')
  expect(server.received).toEqual([])
})
