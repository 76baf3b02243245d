import http from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OutboundRequest, requestOutbound } from './request-outbound.ts'
import { type Listening, listen } from './testing/listen.ts'
import { loopbackGuard } from './testing/post.ts'

const METADATA = 'http://169.254.169.254/latest/meta-data/'
const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024))

interface Seen {
  readonly line: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}
const seen: Seen[] = []

type Act = (response: http.ServerResponse) => void
const redirect = (status: number, location: string) => (response: http.ServerResponse) => {
  response.writeHead(status, { location }).end('moved')
}
const packed = (encoding: string, bytes: Buffer) => (response: http.ServerResponse) => {
  response.writeHead(200, { 'Content-Encoding': encoding }).end(bytes)
}

const ROUTES: Readonly<Record<string, Act>> = {
  '/text': (response) => response.writeHead(200, { 'X-Twice': ['a', 'b'] }).end('héllo'),
  '/gzip': packed('gzip', gzipSync('héllo')),
  '/br': packed('br', brotliCompressSync('héllo')),
  '/deflate': packed('deflate', deflateSync('héllo')),
  '/bomb': packed('gzip', BOMB),
  '/torn': packed('gzip', gzipSync('héllo'.repeat(1000)).subarray(0, 40)),
  '/liar': packed('gzip', Buffer.from('not compressed')),
  '/odd': packed('zstd', Buffer.from('héllo')),
  '/huge': (response) => response.end(Buffer.alloc(1024 * 1024, 'x')),
  '/half': (response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('half', () => response.destroy())
  },
  '/slow': () => {},
  '/dripping': (response) => {
    response.writeHead(200).write('first')
  },
  '/loop': redirect(302, '/loop'),
  '/once': redirect(302, '/text'),
  '/thrice': redirect(301, '/twice'),
  '/endless': (response) => {
    response.writeHead(302, { location: '/text' }).write('moved')
  },
  '/twice': redirect(308, '/once'),
  '/metadata': redirect(302, METADATA),
  '/file': redirect(302, 'file:///etc/passwd'),
  '/nonsense': redirect(302, 'http://['),
}

let endpoint: Listening
beforeAll(async () => {
  endpoint = await listen(
    http.createServer(async (request, response) => {
      const { method, url = '/', headers } = request
      seen.push({ line: `${method} ${url}`, headers, body: Buffer.concat(await request.toArray()).toString() })
      const away = /^\/away\/(.*)/.exec(url)?.[1]
      if (away) return redirect(302, decodeURIComponent(away))(response)
      ROUTES[url]?.(response)
    }),
  )
})
afterAll(() => endpoint[Symbol.asyncDispose]())

/** Every name resolves to this machine, so that two names are two origins. */
const guard = { ...loopbackGuard, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
const at = (path: string, host = '127.0.0.1') => `http://${host}:${endpoint.port}${path}`
function ask(path: string, request: Partial<OutboundRequest> = {}) {
  seen.length = 0
  return requestOutbound({ url: at(path), method: 'GET', deadlineMs: 5000, maxBytes: 1000, ...request }, guard)
}
const text = async (path: string, request?: Partial<OutboundRequest>) => {
  const response = await ask(path, request)
  return 'error' in response ? response : { body: response.bytes.toString(), cut: response.cut }
}

test('sends method, headers and body, and returns status, headers, body and URL', async () => {
  const response = await ask('/text', { method: 'PUT', headers: { 'X-Mine': 'é' }, body: '{"a":"é"}' })
  expect(seen).toMatchObject([{ line: 'PUT /text', headers: { 'content-length': '10' }, body: '{"a":"é"}' }])
  expect(response).toMatchObject({ status: 200, headers: { 'x-twice': 'a, b' }, cut: false, url: at('/text') })
})

test('returns no body for HEAD, compressed or not', async () => {
  expect(await text('/gzip', { method: 'HEAD' })).toEqual({ body: '', cut: false })
})

describe('a compressed body', () => {
  test.each(['/gzip', '/br', '/deflate'])('is decompressed: %s', async (path) => {
    expect(await text(path)).toEqual({ body: 'héllo', cut: false })
    expect(seen[0]?.headers).toMatchObject({ 'accept-encoding': 'gzip, br' })
  })
  test('is limited by its decompressed size', async () => {
    expect(BOMB.length).toBeLessThan(30_000)
    expect(await text('/bomb')).toEqual({ body: '\0'.repeat(1000), cut: true })
  })
  test.each([
    ['/torn', /^h/],
    ['/liar', /^$/],
    ['/odd', /^$/],
  ])('that is broken is cut: %s', async (path, body) => {
    expect(await text(path)).toEqual({ body: expect.stringMatching(body), cut: true })
  })
})

describe('a body', () => {
  test('that is too long is cut', async () => {
    expect(await text('/huge')).toEqual({ body: 'x'.repeat(1000), cut: true })
  })
  test('of exactly the limit is not cut', async () => {
    expect(await text('/text', { maxBytes: Buffer.byteLength('héllo') })).toEqual({ body: 'héllo', cut: false })
  })
  test('that is interrupted is cut', async () => {
    expect(await text('/half')).toEqual({ body: 'half', cut: true })
  })
  test('that does not end is cut at the deadline', async () => {
    expect(await text('/dripping', { deadlineMs: 300 })).toEqual({ body: 'first', cut: true })
  })
})

test('no response is a timeout, by the deadline or by an abort', async () => {
  expect(await ask('/slow', { deadlineMs: 200 })).toEqual({ error: 'timeout' })
  expect(await ask('/slow', { signal: AbortSignal.timeout(200) })).toEqual({ error: 'timeout' })
  expect(await ask('/slow', { signal: AbortSignal.abort() })).toEqual({ error: 'timeout' })
})

describe('a redirect', () => {
  test('is returned by default', async () => {
    expect(await ask('/once')).toMatchObject({ status: 302, headers: { location: '/text' } })
    expect(await text('/once')).toEqual({ body: 'moved', cut: false })
  })
  test('is followed up to the limit', async () => {
    expect(await ask('/thrice', { maxRedirects: 3 })).toMatchObject({ status: 200, url: at('/text') })
    expect(seen.map(({ line }) => line)).toEqual(['GET /thrice', 'GET /twice', 'GET /once', 'GET /text'])
    expect(await ask('/thrice', { maxRedirects: 2 })).toEqual({ error: 'too_many_redirects' })
    expect(await ask('/loop', { maxRedirects: 3 })).toEqual({ error: 'too_many_redirects' })
    expect(seen).toHaveLength(4)
  })
  test('is followed without waiting for its body', async () => {
    expect(await text('/endless', { maxRedirects: 1 })).toEqual({ body: 'héllo', cut: false })
  })
  test('of a method other than GET and HEAD is not followed', async () => {
    expect(await ask('/once', { method: 'POST', body: '{}', maxRedirects: 3 })).toMatchObject({ status: 302 })
    expect(seen).toHaveLength(1)
  })
  test.each(['/metadata', '/file', '/nonsense'])('to a guarded URL is not followed: %s', async (path) => {
    expect(await ask(path, { maxRedirects: 3 })).toEqual({ error: 'blocked_address' })
  })
  test('to a name with a guarded address is not followed', async () => {
    const resolve = async (name: string) => [
      { address: name === 'inner.example.com' ? '169.254.169.254' : '127.0.0.1', family: 4 },
    ]
    const url = at(`/away/${encodeURIComponent('http://inner.example.com/')}`, 'outer.example.com')
    const request = { url, method: 'GET', deadlineMs: 5000, maxBytes: 1000, maxRedirects: 3 }
    expect(await requestOutbound(request, { ...loopbackGuard, resolve })).toEqual({ error: 'blocked_address' })
  })
  test('to another origin is sent without credentials', async () => {
    const headers = { Authorization: 'Bearer secret', 'X-Key': 'secret', Accept: 'text/html' }
    await ask(`/away/${encodeURIComponent(at('/text'))}`, { maxRedirects: 1, headers })
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-key': 'secret' })
    await ask(`/away/${encodeURIComponent(at('/text', 'other.example.com'))}`, { maxRedirects: 1, headers })
    expect(seen[1]).toMatchObject({ line: 'GET /text', headers: { accept: 'text/html' } })
    expect(JSON.stringify(seen[1])).not.toContain('secret')
  })
})

test('does not send a POST on a kept connection', async () => {
  await ask('/text')
  await ask('/text')
  const kept = endpoint.sockets.length
  await ask('/text', { method: 'POST', body: '{}' })
  expect(endpoint.sockets).toHaveLength(kept + 1)
})
