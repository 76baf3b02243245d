import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { KEPT_BODY_BYTES } from './send-request.ts'
import { post } from './testing/post.ts'
import { drip, pour, rawEndpoint } from './testing/raw-endpoint.ts'

/** Deadlines for no response, for a body that never ends, and for an exchange that the endpoint ends. */
const DEADLINES_MS = { noResponse: 300, endless: 1000, ended: 8000 }
/** How much later than its deadline a request may end on a loaded machine. */
const SLACK_MS = 5000

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNK = Buffer.alloc(64 * 1024, 'x')

const cut = { outcome: { status: 200 }, bodyCut: true, bodyLate: false }
const endless = { ...cut, bodyLate: true }
const reset = { outcome: { error: 'reset' }, body: '' }
const invalid = { outcome: { error: 'invalid_response' }, body: '' }
const timeout = { outcome: { error: 'timeout' }, body: '' }

type Hostile = readonly [name: string, act: (socket: Socket) => void, expected: object]

const HOSTILE: readonly Hostile[] = [
  ['sends nothing', () => {}, timeout],
  ['sends half a status line', (socket) => socket.write('HTTP/1.1 20'), timeout],
  ['drips its status line', (socket) => drip(socket, 'HTTP/1.1 200', ' '), timeout],
  ['drips headers endlessly', (socket) => drip(socket, OK, 'X-A: b\r\n'), timeout],
  ['drips one header endlessly', (socket) => drip(socket, `${OK}X-A: `, 'b'), timeout],
  ['floods headers', (socket) => pour(socket, OK, `X-A: ${'b'.repeat(1000)}\r\n`), invalid],
  ['sends one endless header', (socket) => pour(socket, `${OK}X-A: `, CHUNK), invalid],
  ['sends blank lines endlessly', (socket) => drip(socket, '', '\r\n'), timeout],
  ['floods 100 Continue', (socket) => pour(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000)), reset],
  [
    'floods 103 Early Hints',
    (socket) => pour(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000)),
    reset,
  ],
  ['drips 102 Processing endlessly', (socket) => drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n', 150), timeout],
  [
    'switches protocols without a request',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
    reset,
  ],
  ['switches protocols to nothing', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'), reset],
  ['does not speak HTTP', (socket) => socket.write('220 smtp.example.com ESMTP ready\r\n'), invalid],
  ['sends random bytes endlessly', (socket) => pour(socket, '', CHUNK), invalid],
  ['speaks TLS', (socket) => socket.write(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])), invalid],
  ['has a status that is not a number', (socket) => socket.write('HTTP/1.1 OK OK\r\n\r\n'), invalid],
  ['resets the connection at once', (socket) => socket.resetAndDestroy(), reset],
  ['closes the connection at once', (socket) => socket.destroy(), reset],
  ['closes its half without a response', (socket) => socket.end(), reset],
  ['closes its half within the headers', (socket) => socket.end(`${OK}X-A: b\r\n`), reset],
  ['drips a body endlessly', (socket) => drip(socket, `${OK}\r\n`, 'x'), endless],
  ['pours a body endlessly', (socket) => pour(socket, `${OK}\r\n`, CHUNK), cut],
  [
    'pours chunks endlessly',
    (socket) => pour(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n`, `400\r\n${'x'.repeat(1024)}\r\n`),
    cut,
  ],
  [
    'drips a chunk extension endlessly',
    (socket) => drip(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n1;a=`, 'x'),
    endless,
  ],
  [
    'floods trailers',
    (socket) => pour(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, `X-A: ${'b'.repeat(1000)}\r\n`),
    cut,
  ],
  ['has a broken chunk', (socket) => socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n`), cut],
  ['promises more than it sends and closes', (socket) => socket.end(`${OK}Content-Length: 100\r\n\r\nabc`), cut],
  ['promises more than it sends and waits', (socket) => socket.write(`${OK}Content-Length: 100\r\n\r\nabc`), endless],
  [
    'resets the connection within the body',
    (socket) => socket.write(`${OK}Content-Length: 100\r\n\r\nabc`, () => socket.resetAndDestroy()),
    cut,
  ],
  [
    'sends more than it promised',
    (socket) => socket.write(`${OK}Content-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\n\r\n`),
    { outcome: { status: 200 }, body: 'ok', bodyCut: false },
  ],
  [
    'ends its body by closing',
    (socket) => socket.end(`${OK}\r\nhello`),
    { outcome: { status: 200 }, body: 'hello', bodyCut: false },
  ],
  [
    'uses HTTP/1.0',
    (socket) => socket.end('HTTP/1.0 204 Fine\r\n\r\n'),
    { outcome: { status: 204 }, body: '', bodyCut: false },
  ],
]

describe('an endpoint that', () => {
  test.each(HOSTILE)('%s ends in time', async (_, act, expected) => {
    await using endpoint = await rawEndpoint(act)
    const deadlineMs = DEADLINES_MS[expected === timeout ? 'noResponse' : expected === endless ? 'endless' : 'ended']
    const response = await post(endpoint.url, deadlineMs)
    expect(response).toMatchObject(expected)
    expect(response.durationMs).toBeLessThan(deadlineMs + SLACK_MS)
    expect(Buffer.byteLength(response.body)).toBeLessThanOrEqual(KEPT_BODY_BYTES)
  })
})

const DELIVERED = { outcome: { status: 200 }, body: 'ok', bodyCut: false, bodyLate: false }

/** Responses that browsers, curl and Python's urllib accept, and Node's strict parser refuses. */
test.each([
  ['a space in the name of a header', `${OK}X Powered By: x\r\nContent-Length: 2\r\n\r\nok`],
  ['a space before the colon', `${OK}X-A : x\r\nContent-Length: 2\r\n\r\nok`],
  ['a header without a colon', `${OK}nonsense\r\nContent-Length: 2\r\n\r\nok`],
  ['a header without a name', `${OK}: x\r\nContent-Length: 2\r\n\r\nok`],
  ['a header with a NUL', `${OK}X-A: a\u0000b\r\nContent-Length: 2\r\n\r\nok`],
  ['a header with a control character', `${OK}X-A: a\u0001b\r\nContent-Length: 2\r\n\r\nok`],
  ['a header of 20 KB', `${OK}X-A: ${'a'.repeat(20_000)}\r\nContent-Length: 2\r\n\r\nok`],
  ['a header on two lines', `${OK}X-A: a\r\n b\r\nContent-Length: 2\r\n\r\nok`],
  ['line feeds only', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
  ['a length and chunks', `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
  ['its length twice', `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`],
  ['two different lengths', `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nok`],
  ['a negative length', `${OK}Content-Length: -1\r\n\r\nok`],
  ['a length in words', `${OK}Content-Length: two\r\n\r\nok`],
  ['an unknown version', 'HTTP/2 200\r\nContent-Length: 2\r\n\r\nok'],
  [
    'an interim response before',
    `HTTP/1.1 103 Early Hints\r\nA B: c\r\n\r\n${OK}A B: c\r\nContent-Length: 2\r\n\r\nok`,
  ],
])('a 2xx with %s is a success', async (_, response) => {
  await using endpoint = await rawEndpoint((socket) => socket.end(response))
  expect(await post(endpoint.url)).toMatchObject(DELIVERED)
})

test('a refused status is the one of an odd response, too', async () => {
  await using endpoint = await rawEndpoint((socket) => socket.end('HTTP/1.1 503 No\r\nA B: c\r\n\r\nbusy'))
  expect(await post(endpoint.url)).toMatchObject({ outcome: { status: 503 }, body: 'busy' })
})

test('an odd response that arrives byte by byte has its status', async () => {
  await using endpoint = await rawEndpoint((socket) => {
    const bytes = [...`${OK}A B: c\r\n\r\n`]
    const write = () => {
      const next = bytes.shift()
      if (next !== undefined && socket.writable) socket.write(next, () => setImmediate(write))
    }
    write()
  })
  expect(await post(endpoint.url)).toMatchObject({ outcome: { status: 200 } })
})

test('names what is wrong with a response that is no HTTP', async () => {
  await using endpoint = await rawEndpoint((socket) => socket.end('220 smtp.example.com ESMTP ready\r\n'))
  expect((await post(endpoint.url)).outcome).toEqual({
    error: 'invalid_response',
    reason: expect.stringMatching(/^Expected HTTP/),
  })
})

test('ignores bytes after the response on the next request', async () => {
  await using endpoint = await rawEndpoint((socket) =>
    socket.write(`${OK}Content-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n`),
  )
  expect(await post(endpoint.url)).toMatchObject({ outcome: { status: 200 } })
  expect(await post(endpoint.url)).toMatchObject({ outcome: { status: 200 } })
})

test('never decompresses a body, such as a gzip bomb', async () => {
  const bomb = gzipSync(Buffer.alloc(16 * 1024 ** 2))
  await using endpoint = await rawEndpoint((socket) => {
    socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  })
  const response = await post(endpoint.url)
  expect(response).toMatchObject({ outcome: { status: 200 }, headers: { 'content-encoding': 'gzip' }, bodyCut: true })
  expect(response.body).toBe(new TextDecoder().decode(bomb.subarray(0, KEPT_BODY_BYTES), { stream: true }))
})

test('reads little of 100 MB bodies and keeps nothing in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const held = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1024 ** 2
  }
  await using endpoint = await rawEndpoint((socket) => {
    socket.write(`${OK}Content-Length: ${100 * 1024 ** 2}\r\n\r\n`)
    pour(socket, `${OK}Content-Length: ${100 * 1024 ** 2}\r\n\r\n`, CHUNK)
  })
  const attempts = () => Promise.all(Array.from({ length: 10 }, () => post(endpoint.url)))
  await attempts()
  const before = held()
  const responses = await attempts()
  expect(responses).toMatchObject(Array(10).fill(cut))
  expect(held() - before).toBeLessThan(4)
  // Unread bytes fill the buffers of both ends of a connection; those grow to a few MB.
  for (const { bytesWritten, writableLength } of endpoint.sockets)
    expect(bytesWritten - writableLength).toBeLessThan(8 * 1024 ** 2)
})
