import { createHmac } from 'node:crypto'
import { get } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock, unixSeconds } from '../clock.ts'
import { type Receiver, startReceiver } from './receiver.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver({ secrets: { '/hook': 'whsec_aGVsbG8=' } })
})
afterEach(() => receiver.stop())

const post = (path: string, body: string | Uint8Array = '{}', headers: Record<string, string> = {}) =>
  fetch(receiver.url + path, { method: 'POST', body, headers, redirect: 'manual' })

const control = (path: string, behaviour: unknown) =>
  fetch(`${receiver.url}/_control${path}`, { method: 'PUT', body: JSON.stringify(behaviour) })

/** Returns the received bytes when `enough` returns true or the connection ends. */
function raw(path: string, enough: (text: string) => boolean): Promise<{ text: string; ended: boolean }> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(receiver.port, '127.0.0.1', () =>
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`),
    )
    socket.on('error', reject)
    socket.on('end', () => resolve({ text, ended: true }))
    socket.on('data', (chunk) => {
      text += chunk
      if (enough(text)) resolve({ text, ended: false })
      if (enough(text)) socket.destroy()
    })
  })
}

test('records exact bytes, headers, event and verdict of a delivery', async () => {
  const body = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x20, 0x22, 0xc3, 0xa9, 0x22, 0x7d])
  const at = unixSeconds(systemClock)
  const hex = createHmac('sha256', 'whsec_aGVsbG8=').update(`${at}.`).update(body).digest('hex')
  await post('/hook', body, {
    'x-service-event': 'test.ping',
    'x-service-delivery': 'd1',
    'x-service-timestamp': String(at),
    'x-service-signature': `t=${at},v1=${hex}`,
  })
  const delivery = await receiver.next()
  expect(delivery).toMatchObject({
    method: 'POST',
    path: '/hook',
    event: 'test.ping',
    deliveryId: 'd1',
    json: { a: 'é' },
  })
  expect(delivery.body).toEqual(body)
  expect(delivery.headers['x-service-delivery']).toBe('d1')
  expect(delivery.verdict).toEqual({ ok: false, signature: 'valid', timestamp: 'valid', standardWebhooks: 'missing' })
})

test('verifies later deliveries with a secret that is set later', async () => {
  const sign = (secret: string) => {
    const at = unixSeconds(systemClock)
    return { 'x-service-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.{}`).digest('hex')}` }
  }
  await post('/other', '{}', sign('s1'))
  expect((await receiver.next()).verdict.signature).toBe('no secret known')
  receiver.setSecret('/other', 's1')
  await post('/other', '{}', sign('s1'))
  expect((await receiver.next()).verdict.signature).toBe('valid')
  await control('/other', { secret: 's2' })
  await post('/other', '{}', sign('s1'))
  expect((await receiver.next()).verdict.signature).toBe('wrong')
})

test('waits in next, takes each delivery once, and lists the received ones if none matches', async () => {
  const waiting = receiver.next(({ path }) => path === '/b')
  await post('/a', '{"n":1}')
  await post('/b', '{"n":2}')
  expect((await waiting).json).toEqual({ n: 2 })
  await expect(receiver.next(({ path }) => path === '/b', 1)).rejects.toThrow(/POST \/a .*\n.*POST \/b .*\(taken\)/)
  expect((await receiver.next()).path).toBe('/a')
  expect(receiver.received('/b')).toHaveLength(1)
})

test('deletes deliveries and behaviours on reset', async () => {
  receiver.behave('/a', { status: 500 })
  expect((await post('/a')).status).toBe(500)
  receiver.reset()
  expect(receiver.received()).toEqual([])
  expect((await post('/a')).status).toBe(200)
})

test('keeps only the latest deliveries', async () => {
  await using small = await startReceiver({ keep: 2 })
  for (const n of [1, 2, 3]) await fetch(`${small.url}/`, { method: 'POST', body: String(n) })
  expect(small.received().map(({ json }) => json)).toEqual([2, 3])
})

test('uses a list of statuses in order, and repeats the last', async () => {
  receiver.behave('/a', { status: [500, 503, 204] })
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await post('/a')).status)
  expect(statuses).toEqual([500, 503, 204, 204])
  expect((await post('/b')).status).toBe(200)
})

test('sets mixed behaviours over HTTP, rejects unknown ones, and resets them', async () => {
  expect((await control('/a', [{ kind: 'reset' }, { status: 418, body: 'tea', headers: { 'x-a': 'b' } }])).status).toBe(
    204,
  )
  await expect(post('/a')).rejects.toThrow('fetch failed')
  const teapot = await post('/a')
  expect([teapot.status, teapot.headers.get('x-a'), await teapot.text()]).toEqual([418, 'b', 'tea'])
  const refused = await control('/a', { kind: 'explode' })
  expect([refused.status, await refused.json()]).toEqual([400, { error: expect.stringContaining('"explode"') }])
  await fetch(`${receiver.url}/_control/a`, { method: 'DELETE' })
  expect((await post('/a')).status).toBe(200)
})

test('sends a redirect', async () => {
  receiver.behave('/a', { kind: 'redirect', location: 'http://127.0.0.1:1/x' })
  const response = await post('/a')
  expect([response.status, response.headers.get('location')]).toEqual([307, 'http://127.0.0.1:1/x'])
})

test('accepts a delivery on a hanging path without a response', async () => {
  receiver.behave('/a', { kind: 'hang' })
  const aborted = new AbortController()
  const request = fetch(`${receiver.url}/a`, { method: 'POST', signal: aborted.signal })
  await receiver.next()
  aborted.abort()
  await expect(request).rejects.toThrow('aborted')
})

test('delays the status line but not the recording', async () => {
  receiver.behave('/a', { delayMs: 60_000 })
  const answered = post('/a').then(
    () => 'answered',
    () => 'cut',
  )
  await receiver.next()
  await receiver.stop()
  expect(await answered).toBe('cut')
})

test('never ends a dripping body', async () => {
  receiver.behave('/a', { kind: 'drip', everyMs: 1 })
  const { text, ended } = await raw('/a', (bytes) => bytes.split('.').length > 5)
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(ended).toBe(false)
})

test('never ends slow headers', async () => {
  receiver.behave('/a', { kind: 'slow-headers', everyMs: 1 })
  const { text } = await raw('/a', (bytes) => bytes.split('X-Slow').length > 5)
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n(X-Slow: yes\r\n)+$/)
})

test('breaks the client with invalid HTTP', async () => {
  receiver.behave('/a', { kind: 'invalid-http' })
  const error = await new Promise<Error>((resolve) => get(`${receiver.url}/a`).on('error', resolve))
  expect(error).toMatchObject({ code: 'HPE_INVALID_CONSTANT' })
})

test('sends a huge body of the given size', async () => {
  receiver.behave('/a', { kind: 'huge', bytes: 3_000_001 })
  expect((await (await post('/a')).arrayBuffer()).byteLength).toBe(3_000_001)
})

test('lists deliveries as an escaped page and as JSON', async () => {
  await post('/hook', '{"text":"<script>alert(1)</script>"}', { 'x-service-event': 'message.received' })
  const page = await (await fetch(receiver.url)).text()
  expect(page).toContain('message.received')
  expect(page).toContain('signature: missing')
  expect(page).not.toContain('<script>')
  const list = await (await fetch(`${receiver.url}/_received?path=/hook`)).json()
  expect(list).toMatchObject({ deliveries: [{ path: '/hook', json: { text: '<script>alert(1)</script>' } }] })
  expect(await (await fetch(`${receiver.url}/_received?path=/x`)).json()).toEqual({ deliveries: [] })
})
