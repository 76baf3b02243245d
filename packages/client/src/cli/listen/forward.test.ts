import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { startScriptedServer } from '../../testing/scripted-server.ts'
import { forward } from './forward.ts'

const context = { now: () => 0, signal: new AbortController().signal }

test('sends exactly the headers and bytes, and returns the status and body', async () => {
  await using endpoint = await startScriptedServer({ status: 422, body: 'unknown event\nat line 1' })
  const headers = {
    'X-Service-Event': 'test.ping',
    'User-Agent': 'Service-Webhook/1.0',
    'Content-Type': 'application/json',
  }
  const body = Buffer.from('{"text":"Grüße 👋 \\u2028"}')
  const result = await forward(new URL('/hook?a=1', endpoint.url), headers, body, context)
  expect(result).toEqual({ status: 422, durationMs: 0, text: 'unknown event\nat line 1' })
  expect(endpoint.received).toEqual([
    {
      method: 'POST',
      target: '/hook?a=1',
      body: body.toString(),
      headers: {
        'x-service-event': 'test.ping',
        'user-agent': 'Service-Webhook/1.0',
        'content-type': 'application/json',
        'content-length': String(body.length),
        host: new URL(endpoint.url).host,
        connection: 'close',
      },
    },
  ])
})

test('does not follow redirects', async () => {
  await using endpoint = await startScriptedServer({ status: 302, headers: { location: '/other' } })
  expect(await forward(new URL(endpoint.url), {}, Buffer.from('{}'), context)).toMatchObject({ status: 302 })
  expect(endpoint.received).toHaveLength(1)
})

test('reads only the beginning of a response that does not end', async () => {
  const server = createServer((_, response) => {
    response.writeHead(500)
    response.write('x'.repeat(100_000))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { status, text } = await forward(new URL(`http://127.0.0.1:${port}`), {}, Buffer.from('{}'), context)
  expect([status, text.length]).toEqual([500, 4_096])
  server.closeAllConnections()
  server.close()
})

test('returns why there was no response', async () => {
  const endpoint = await startScriptedServer('cut')
  expect(await forward(new URL(endpoint.url), {}, Buffer.from('{}'), context)).toMatchObject({ text: 'ECONNRESET' })
  await endpoint[Symbol.asyncDispose]()
  expect(await forward(new URL(endpoint.url), {}, Buffer.from('{}'), context)).toEqual({
    status: undefined,
    durationMs: 0,
    text: 'ECONNREFUSED',
  })
})

test('rejects when the run is ended', async () => {
  await using endpoint = await startScriptedServer('hang')
  const ended = new AbortController()
  const forwarding = forward(new URL(endpoint.url), {}, Buffer.from('{}'), { now: () => 0, signal: ended.signal })
  ended.abort(new Error('ended'))
  await expect(forwarding).rejects.toThrow('ended')
})
